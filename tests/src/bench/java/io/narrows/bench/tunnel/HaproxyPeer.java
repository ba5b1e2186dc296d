package io.narrows.bench.tunnel;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Two haproxy in TCP mode with one thread each: the plain proxy as a baseline. */
record HaproxyPeer() implements Peer {
    @Override
    public String label() {
        return "haproxy";
    }

    @Override
    public Map<String, String> programs() {
        return Map.of("haproxy", "haproxy");
    }

    @Override
    public Optional<Ends> ends(Route route, Path directory) throws IOException {
        return Optional.of(new Ends(
                command(directory.resolve("egress.cfg"), route.egress(), route.exit()),
                command(directory.resolve("ingress.cfg"), route.entrance(), route.hop())));
    }

    private static List<String> command(Path file, InetSocketAddress from, InetSocketAddress to) throws IOException {
        Files.writeString(file, """
                global
                  nbthread 1
                  maxconn 1000
                defaults
                  mode tcp
                  timeout connect 5s
                  timeout client 600s
                  timeout server 600s
                frontend f
                  bind 127.0.0.1:%d
                  default_backend b
                backend b
                  server s 127.0.0.1:%d
                """.formatted(from.getPort(), to.getPort()));
        return List.of("haproxy", "-f", file.toString());
    }
}

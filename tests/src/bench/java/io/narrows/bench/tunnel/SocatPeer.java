package io.narrows.bench.tunnel;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Two socat, which fork for each connection. */
record SocatPeer() implements Peer {
    @Override
    public String label() {
        return "socat";
    }

    @Override
    public Map<String, String> programs() {
        return Map.of("socat", "socat");
    }

    @Override
    public Optional<Ends> ends(Route route, Path directory) {
        return Optional.of(new Ends(command(route.egress(), route.exit()), command(route.entrance(), route.hop())));
    }

    private static List<String> command(InetSocketAddress from, InetSocketAddress to) {
        return List.of(
                "socat",
                "-b65536",
                "TCP-LISTEN:%d,bind=127.0.0.1,fork,reuseaddr,nodelay".formatted(from.getPort()),
                "TCP:127.0.0.1:%d,nodelay".formatted(to.getPort()));
    }
}

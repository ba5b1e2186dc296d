package io.narrows.bench.tunnel;

import io.narrows.tests.support.Certificates.Identity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Two haproxy in TCP mode with one thread each: the plain proxy as a baseline.
 *
 * @param tls whether they end and begin the TLS of client and server, with mutual TLS between them
 * @param again whether it is a peer of its own beside the same one: the differences show what differences mean
 */
record HaproxyPeer(boolean tls, boolean again) implements Peer {
    private static final String TLS =
            " ssl crt %s ca-file %s verify required ssl-min-ver TLSv1.3 ciphersuites " + "TLS_AES_128_GCM_SHA256";

    @Override
    public String label() {
        return "haproxy" + (tls ? TLS_LABEL : "") + (again ? ", again" : "");
    }

    @Override
    public Map<String, String> programs() {
        Map<String, String> programs = new HashMap<>(Map.of("haproxy", "haproxy"));
        if (tls) {
            programs.putAll(CERTIFICATE_PROGRAMS);
        }
        return programs;
    }

    @Override
    public Route route(Route ports, Path directory) throws IOException {
        return tls ? ports.encrypted(directory) : ports;
    }

    @Override
    public Optional<Ends> ends(Route route, Path directory) throws IOException {
        String bound = tls ? tls(route, directory) : "";
        String dialed = tls ? bound + " verifyhost " + Route.SERVER_NAME : "";
        return Optional.of(new Ends(
                command(directory.resolve("egress.cfg"), route.egress(), bound, route.exit(), dialed),
                command(directory.resolve("ingress.cfg"), route.entrance(), bound, route.hop(), dialed)));
    }

    /** Returns the options of both sides of both processes, which all use the certificate of client and server. */
    private static String tls(Route route, Path directory) throws IOException {
        Identity identity = route.tls().orElseThrow();
        Path both = Files.writeString(
                directory.resolve("haproxy.pem"), Files.readString(identity.cert()) + Files.readString(identity.key()));
        return TLS.formatted(both, identity.ca());
    }

    private static List<String> command(
            Path file, InetSocketAddress from, String bound, InetSocketAddress to, String dialed) throws IOException {
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
                  bind 127.0.0.1:%d%s
                  default_backend b
                backend b
                  server s 127.0.0.1:%d%s
                """.formatted(from.getPort(), bound, to.getPort(), dialed));
        return List.of("haproxy", "-f", file.toString());
    }
}

package io.narrows.tests.support;

import io.narrows.tests.support.Certificates.Identity;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/** A tunnel with mutual TLS 1.3 between two hosts, by {@code socat} and OpenSSL: one TLS record per read. */
public final class TlsTunnel {
    private static final int ENTRANCE_PORT = 7443;

    /** Port of the far end. */
    public static final int TUNNEL_PORT = 9443;

    private final Host near;

    private TlsTunnel(Host near) {
        this.near = near;
    }

    /** Starts both ends; the far end connects to a port of its host. */
    public static TlsTunnel start(Path directory, Host near, Host far, int targetPort) throws IOException {
        Certificates certificates = new Certificates(directory);
        TlsTunnel tunnel = new TlsTunnel(near);
        Server farEnd = far.start(
                "tunnel",
                List.of(
                        "socat",
                        "-d",
                        "-d",
                        "-d",
                        "OPENSSL-LISTEN:%d,fork,reuseaddr,nodelay,".formatted(TUNNEL_PORT)
                                + options(certificates.server(far)),
                        "TCP:%s:%d,nodelay".formatted(far.ip(), targetPort)));
        Server nearEnd = near.start(
                "tunnel",
                List.of(
                        "socat",
                        "-d",
                        "-d",
                        "-d",
                        "TCP-LISTEN:%d,fork,reuseaddr,nodelay".formatted(ENTRANCE_PORT),
                        "OPENSSL:%s:%d,nodelay,".formatted(far.ip(), TUNNEL_PORT)
                                + options(certificates.server(near))));
        for (Server end : List.of(farEnd, nearEnd)) {
            Awaitility.await("tunnel")
                    .atMost(Duration.ofMinutes(1))
                    .until(() -> end.log().contains("listening on"));
        }
        return tunnel;
    }

    private static String options(Identity identity) {
        return "cert=%s,key=%s,cafile=%s,verify=1,openssl-min-proto-version=TLS1.3"
                .formatted(identity.cert(), identity.key(), identity.ca());
    }

    /** Returns the address where applications enter the tunnel. */
    public InetSocketAddress entrance() {
        return near.address(ENTRANCE_PORT);
    }
}

package io.narrows.tests.support;

import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.IpCounter.Bytes;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;

/** A tunnel with mutual TLS 1.3 between two hosts, by {@code socat} and OpenSSL: one TLS record per read. */
public final class TlsTunnel {
    private static final int ENTRANCE_PORT = 7443;
    private static final int TUNNEL_PORT = 9443;

    private final Host near;
    private final IpCounter atNear;
    private final IpCounter atFar;

    private TlsTunnel(Host near, Host far) {
        this.near = near;
        this.atNear = new IpCounter(near, TUNNEL_PORT);
        this.atFar = new IpCounter(far, TUNNEL_PORT);
    }

    /** Starts both ends; the far end connects to a port of its host. */
    public static TlsTunnel start(Path directory, Host near, Host far, int targetPort) throws IOException {
        Certificates certificates = new Certificates(directory);
        TlsTunnel tunnel = new TlsTunnel(near, far);
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
            Awaitility.await("tunnel").until(() -> end.log().contains("listening on"));
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

    /** Returns the tunnel's IP bytes sent and received by the near host so far, each counted on arrival. */
    public Bytes counted() {
        return new Bytes(atFar.read().received(), atNear.read().received());
    }
}

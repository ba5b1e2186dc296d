package io.narrows.bench.tunnel;

import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Certificates.Identity;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The path of a tunnel's bytes over loopback, as ports:
 *
 * <pre>
 * client -> entrance [ingress] -> hop (counted) -> egress [egress] -> exit -> server
 * </pre>
 *
 * @param base the first of ten unused ports; the JVM of the benchmarks has its own network
 * @param counted whether there is a hop; otherwise the ingress end dials the egress end itself
 * @param captured whether the client dials the server's own address, and the kernel hands its connections to the ingress end
 * @param tls certificate of client and server, whose TLS the ends of the tunnel end and begin again; empty if they speak plain text
 */
public record Route(int base, boolean counted, boolean captured, Optional<Identity> tls) {
    /** The name in the certificate of client and server. */
    public static final String SERVER_NAME = "localhost";

    /** Addresses of the two hosts of a captured route; loopback addresses are never a peer's. */
    static final String CLIENT_HOST = "10.61.0.1";

    static final String SERVER_HOST = "10.61.0.2";

    private static final int PORTS = 10;
    private static final int FIRST_SPARE = 4;

    /** Returns the address that the client dials. */
    public InetSocketAddress entrance() {
        return captured ? exit() : ingress();
    }

    /** Returns the address that the ingress end listens on. */
    InetSocketAddress ingress() {
        return address(base);
    }

    /** Returns the address that the ingress end dials. */
    public InetSocketAddress hop() {
        return counted ? address(base + 1) : egress();
    }

    /** Returns the address that the egress end listens on. */
    public InetSocketAddress egress() {
        return address(base + 2);
    }

    /** Returns the address that the egress end dials and the server listens on. */
    public InetSocketAddress exit() {
        return captured ? new InetSocketAddress(SERVER_HOST, base + 3) : address(base + 3);
    }

    /**
     * Returns a port for the needs of a particular kind of tunnel.
     *
     * @param index 0 to 5
     */
    int spare(int index) {
        return base + FIRST_SPARE + index;
    }

    /** Returns the route without a hop, for more connections than a hop is designed for. */
    public Route uncounted() {
        return new Route(base, false, captured, tls);
    }

    /** Returns the route with a client that dials the server's own address. */
    Route intercepted() {
        return new Route(base, counted, true, tls);
    }

    /**
     * Returns the route with a client and a server that speak TLS, both with a new certificate.
     *
     * @param directory of the tunnel
     */
    Route encrypted(Path directory) throws IOException {
        Identity database = new Certificates(directory.resolve("database")).loopback();
        return new Route(base, counted, captured, Optional.of(database));
    }

    /** Returns a route that shares no port with this one. */
    Route next() {
        return new Route(base + PORTS, counted, captured, tls);
    }

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}

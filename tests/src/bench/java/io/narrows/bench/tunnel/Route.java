package io.narrows.bench.tunnel;

import java.net.InetAddress;
import java.net.InetSocketAddress;

/**
 * The way of a tunnel's bytes over loopback, as ports:
 *
 * <pre>
 * client -> entrance [ingress] -> hop (counted) -> egress [egress] -> exit -> server
 * </pre>
 *
 * @param base the first of ten ports that nothing else uses; the JVM of the benchmarks has a network of its own
 * @param counted whether there is a hop; else the ingress end dials the egress end itself
 */
public record Route(int base, boolean counted) {
    private static final int PORTS = 10;
    private static final int FIRST_SPARE = 4;

    /** Where the client dials. */
    public InetSocketAddress entrance() {
        return address(base);
    }

    /** Where the ingress end dials. */
    public InetSocketAddress hop() {
        return counted ? address(base + 1) : egress();
    }

    /** Where the egress end listens. */
    public InetSocketAddress egress() {
        return address(base + 2);
    }

    /** Where the egress end dials, and the server listens. */
    public InetSocketAddress exit() {
        return address(base + 3);
    }

    /**
     * A port for what only one kind of tunnel has.
     *
     * @param index 0 to 5
     */
    int spare(int index) {
        return base + FIRST_SPARE + index;
    }

    /** The same without a hop: for more connections than it is made for. */
    public Route uncounted() {
        return new Route(base, false);
    }

    /** A route that shares no port with this one. */
    Route next() {
        return new Route(base + PORTS, counted);
    }

    private static InetSocketAddress address(int port) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
}

package io.narrows.bench.tunnel;

/** Gives each tunnel another route, since connections that just ended hold their ports for a minute. */
public final class Routes {
    private static final int FIRST = 20_000;
    /** The start of the ports that Linux gives to connections. */
    private static final int END = 32_000;

    private Route next = new Route(FIRST, true);

    public Route next() {
        Route route = next;
        next = route.next().base() < END ? route.next() : new Route(FIRST, true);
        return route;
    }
}

package io.narrows.bench.tunnel;

import java.util.Optional;

/**
 * Gives each tunnel a different route, since connections that have just ended hold their ports for a minute.
 */
public final class Routes {
    private static final int FIRST = 20_000;
    /** The lowest port that Linux assigns to connections. */
    private static final int END = 32_000;

    private static final Route BEGINNING = new Route(FIRST, true, false, Optional.empty());

    private Route next = BEGINNING;

    public Route next() {
        Route route = next;
        next = route.next().base() < END ? route.next() : BEGINNING;
        return route;
    }
}

package io.narrows.tests.soak;

import io.narrows.testkit.Seed;
import java.time.Duration;

/**
 * Duration and content of a soak.
 *
 * @param connections number of simultaneous connections
 */
record SoakOptions(Duration duration, long seed, int connections) {
    private static final int CONNECTIONS = 50;

    static SoakOptions of(Duration duration) {
        return new SoakOptions(duration, Seed.of(FaultSoak.class), CONNECTIONS);
    }
}

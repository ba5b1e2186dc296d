package io.narrows.tests.soak;

import io.narrows.testkit.Seed;
import java.time.Duration;

/**
 * Duration and content of a soak.
 *
 * @param connections number of simultaneous connections
 * @param unpack whether each rule that compresses also unpacks what applications compressed; otherwise some do
 */
record SoakOptions(Duration duration, long seed, int connections, boolean unpack) {
    private static final int CONNECTIONS = 50;

    static SoakOptions of(Duration duration) {
        return new SoakOptions(duration, Seed.of(FaultSoak.class), CONNECTIONS, false);
    }
}

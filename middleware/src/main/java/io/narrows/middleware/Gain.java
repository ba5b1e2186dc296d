package io.narrows.middleware;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether it is worth while to compress the messages of a method: after some in a row that did not shrink by a twentieth, only
 * one of {@value #PERIOD} is tried, until one shrinks again. Safe for use by many threads; a race costs a message more or less.
 */
final class Gain {
    private static final int PATIENCE = 8;
    static final int PERIOD = 64;
    private static final int LEAST_GAIN = 20;

    private final AtomicInteger poor = new AtomicInteger();
    private final AtomicInteger passed = new AtomicInteger();

    /** Asked for each message that could be compressed. */
    boolean worthTrying() {
        return poor.get() < PATIENCE || passed.incrementAndGet() % PERIOD == 0;
    }

    /** Told of each message that was compressed. */
    void compressed(long app, long wire) {
        if (app - wire >= app / LEAST_GAIN) {
            if (poor.get() != 0) {
                poor.set(0);
            }
        } else if (poor.get() < PATIENCE) {
            poor.incrementAndGet();
        }
    }
}

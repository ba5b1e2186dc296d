package io.narrows.middleware;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Tracks whether compressing a method's messages pays off: after several consecutive messages that shrank by less than a
 * twentieth, only one in {@value #PERIOD} is tried, until one shrinks again. Safe for use by many threads; a race costs at
 * most one message more or less.
 */
final class Gain {
    private static final int PATIENCE = 8;
    static final int PERIOD = 64;
    private static final int LEAST_GAIN = 20;

    private final AtomicInteger poor = new AtomicInteger();
    private final AtomicInteger passed = new AtomicInteger();

    /** Returns whether to try a message; called for each compressible message. */
    boolean worthTrying() {
        return poor.get() < PATIENCE || passed.incrementAndGet() % PERIOD == 0;
    }

    /** Records a compressed message. */
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

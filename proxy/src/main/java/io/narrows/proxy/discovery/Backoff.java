package io.narrows.proxy.discovery;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Waits between attempts that fail. A wait doubles with each failure, up to a limit, and is shortened at random by up to
 * half. Not thread-safe.
 */
public final class Backoff {
    static final Duration FIRST = Duration.ofSeconds(1);
    static final Duration LAST = Duration.ofSeconds(30);

    private final DoubleSupplier random;
    private Duration next = FIRST;

    /** @param random supplies numbers from 0 to 1 */
    public Backoff(DoubleSupplier random) {
        this.random = random;
    }

    /** Returns the wait after one more failure. */
    public Duration failed() {
        Duration wait = next;
        next = wait.multipliedBy(2).compareTo(LAST) < 0 ? wait.multipliedBy(2) : LAST;
        return Duration.ofNanos(Math.round(wait.toNanos() * (1 + random.getAsDouble()) / 2));
    }

    /** Begins again with the shortest wait. */
    public void succeeded() {
        next = FIRST;
    }
}

package io.narrows.node.peer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Allows one warning per subject and minute. Thread-safe. */
final class WarningLimit {
    private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_SUBJECTS = 1000;

    private final LongSupplier clock;
    private final Map<String, Long> warned = new ConcurrentHashMap<>();

    /** @param clock in nanoseconds, like {@link System#nanoTime} */
    WarningLimit(LongSupplier clock) {
        this.clock = clock;
    }

    boolean allows(String subject) {
        long now = clock.getAsLong();
        warned.values().removeIf(last -> now - last >= INTERVAL_NANOS);
        // Bounds the memory used for strangers that keep dialing from new addresses.
        return warned.size() < MAX_SUBJECTS && warned.putIfAbsent(subject, now) == null;
    }
}

package io.narrows.node.peer;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Lets one warning a minute through for each subject. Thread-safe. */
final class WarningLimit {
    private static final long INTERVAL_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final int MAX_SUBJECTS = 1000;

    private final LongSupplier clock;
    private final Map<String, Long> warned = new ConcurrentHashMap<>();

    /** @param clock nanoseconds, as {@link System#nanoTime} */
    WarningLimit(LongSupplier clock) {
        this.clock = clock;
    }

    boolean allows(String subject) {
        long now = clock.getAsLong();
        warned.values().removeIf(last -> now - last >= INTERVAL_NANOS);
        // Strangers that dial from ever new places must not fill the memory.
        return warned.size() < MAX_SUBJECTS && warned.putIfAbsent(subject, now) == null;
    }
}

package io.narrows.proxy.history;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The latest samples of one resolution; when full, a new one replaces the oldest. Not thread-safe. */
final class Archive {
    private final Range range;
    private final Deque<Totals> samples = new ArrayDeque<>();

    Archive(Range range) {
        this.range = range;
    }

    Range range() {
        return range;
    }

    /** Keeps a sample if the previous one is old enough. If the clock was set back, samples in the future are dropped. */
    void offer(Totals totals) {
        while (!samples.isEmpty() && samples.getLast().millis() > totals.millis()) {
            samples.removeLast();
        }
        if (samples.isEmpty() || totals.millis() - samples.getLast().millis() >= range.periodMillis()) {
            if (samples.size() == range.capacity()) {
                samples.removeFirst();
            }
            samples.addLast(totals);
        }
    }

    /** Returns the samples, oldest first. */
    List<Totals> samples() {
        return List.copyOf(samples);
    }

    /** The length and resolution of a history. */
    enum Range {
        TEN_MINUTES("10m", Duration.ofSeconds(2), 300),
        FIVE_HOURS("5h", Duration.ofMinutes(1), 300),
        THIRTY_DAYS("30d", Duration.ofHours(1), 720);

        /** Tolerance for the timer that offers samples, which may be a little early. */
        private static final long EARLY_MILLIS = 100;

        private final String label;
        private final Duration period;
        private final int capacity;

        Range(String label, Duration period, int capacity) {
            this.label = label;
            this.period = period;
            this.capacity = capacity;
        }

        String label() {
            return label;
        }

        int capacity() {
            return capacity;
        }

        private long periodMillis() {
            return period.toMillis() - EARLY_MILLIS;
        }
    }
}

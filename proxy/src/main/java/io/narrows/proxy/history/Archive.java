package io.narrows.proxy.history;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** The latest samples of one resolution: a new one takes the place of the oldest when there are enough. Not thread-safe. */
final class Archive {
    private final Range range;
    private final Deque<Totals> samples = new ArrayDeque<>();

    Archive(Range range) {
        this.range = range;
    }

    Range range() {
        return range;
    }

    /** Keeps it when the one before is old enough. After the clock was set back, what lies in the future is forgotten. */
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

    /** Oldest first. */
    List<Totals> samples() {
        return List.copyOf(samples);
    }

    /** How far back a history looks, and how finely. */
    enum Range {
        TEN_MINUTES("10m", Duration.ofSeconds(2), 300),
        FIVE_HOURS("5h", Duration.ofMinutes(1), 300),
        THIRTY_DAYS("30d", Duration.ofHours(1), 720);

        /** The timer that offers samples may be a little early. */
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

package io.narrows.bench;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Readings of a counter over time. Safe for use by many threads. */
final class Readings {
    private static final double NANOS_PER_SECOND = 1e9;

    private record Reading(long nanos, double value) {}

    private final List<Reading> readings = new ArrayList<>();

    /** @param nanos later than those of the previous reading */
    synchronized void add(long nanos, double value) {
        readings.add(new Reading(nanos, value));
    }

    /** Returns the largest increase within a period; 0 without readings. */
    synchronized double mostWithin(Duration period) {
        double most = 0;
        int from = 0;
        for (Reading to : readings) {
            from = latestBefore(to, period, from);
            most = Math.max(most, to.value() - readings.get(from).value());
        }
        return most;
    }

    /** Returns the largest increase per second over a period, or over all readings if they cover less; 0 without readings. */
    synchronized double mostPerSecond(Duration period) {
        if (readings.isEmpty()) {
            return 0;
        }
        Reading first = readings.get(0);
        Reading last = readings.get(readings.size() - 1);
        if (last.nanos() - first.nanos() < period.toNanos()) {
            return perSecond(first, last);
        }
        double most = 0;
        int from = 0;
        for (Reading to : readings) {
            if (to.nanos() - first.nanos() >= period.toNanos()) {
                from = latestBefore(to, period, from);
                most = Math.max(most, perSecond(readings.get(from), to));
            }
        }
        return most;
    }

    private static double perSecond(Reading from, Reading to) {
        long elapsed = to.nanos() - from.nanos();
        return elapsed == 0 ? 0 : (to.value() - from.value()) / elapsed * NANOS_PER_SECOND;
    }

    /**
     * Returns the index of the latest reading that is at least a period older, or else of the first one.
     *
     * @param from the index for an earlier reading
     */
    private int latestBefore(Reading to, Duration period, int from) {
        int latest = from;
        while (latest + 1 < readings.size()
                && to.nanos() - readings.get(latest + 1).nanos() >= period.toNanos()) {
            latest++;
        }
        return latest;
    }
}

package io.narrows.tests.soak;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** When what went wrong, and which failures of connections that excuses. Safe for use by many threads. */
final class FaultLog {
    /** How long after its end a fault may still show, for instance because the processors were busy. */
    private static final long AFTERMATH_NANOS = 4_000_000_000L;

    private static final class Interval {
        private final Fault.Kind kind;
        private final long from = System.nanoTime();
        private volatile boolean over;
        private volatile long to;

        Interval(Fault.Kind kind) {
            this.kind = kind;
        }

        boolean touches(long start, long end) {
            return end - from >= 0 && (!over || to + AFTERMATH_NANOS - start >= 0);
        }
    }

    private final List<Interval> intervals = new CopyOnWriteArrayList<>();

    /** A fault begins; running the result tells that it is over. */
    Runnable begin(Fault.Kind kind) {
        Interval interval = new Interval(kind);
        intervals.add(interval);
        return () -> {
            interval.to = System.nanoTime();
            interval.over = true;
        };
    }

    /**
     * Whether a connection may have been reset.
     *
     * @param start when it began, by the nano clock
     * @param answered whether it had heard something of its other end
     */
    boolean excuses(long start, boolean answered) {
        long end = System.nanoTime();
        return intervals.stream()
                .filter(interval -> interval.touches(start, end))
                .anyMatch(interval -> interval.kind.harm() == Fault.Harm.ALL
                        || interval.kind.harm() == Fault.Harm.OPENING && !answered);
    }

    /** How many there were of each kind. */
    Map<Fault.Kind, Integer> counts() {
        Map<Fault.Kind, Integer> counts = new TreeMap<>();
        intervals.forEach(interval -> counts.merge(interval.kind, 1, Integer::sum));
        return counts;
    }
}

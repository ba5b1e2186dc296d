package io.narrows.tests.soak;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.LongAdder;

/** Results of a soak. Thread-safe. */
final class Tally {
    private static final int FAILURES_KEPT = 20;

    final LongAdder whole = new LongAdder();
    final LongAdder resetByScript = new LongAdder();
    final LongAdder resetByFault = new LongAdder();
    final LongAdder comparedBytes = new LongAdder();
    private final List<String> failures = Collections.synchronizedList(new ArrayList<>());
    private final LongAdder failed = new LongAdder();
    private final Map<String, Long> errors = new TreeMap<>();

    void fail(String what) {
        failed.increment();
        if (failures.size() < FAILURES_KEPT) {
            failures.add(what);
            System.out.println("FAILURE " + what);
        }
    }

    /** Returns the first failures. */
    List<String> failures() {
        return List.copyOf(failures);
    }

    long failed() {
        return failed.sum();
    }

    /** Adds the errors of a sidecar, until now or until it was killed. */
    synchronized void addErrors(Map<String, Long> byReason) {
        byReason.forEach((reason, count) -> errors.merge(reason, count, Long::sum));
    }

    synchronized Map<String, Long> errors() {
        return new TreeMap<>(errors);
    }
}

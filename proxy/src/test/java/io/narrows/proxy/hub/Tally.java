package io.narrows.proxy.hub;

import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Counts of a hub soak, and descriptions of its first failures. Safe for use by many threads. */
final class Tally {
    private static final int MAX_FAILURES = 20;

    final LongAdder opened = new LongAdder();
    final LongAdder messages = new LongAdder();
    final LongAdder heldBack = new LongAdder();
    final LongAdder compared = new LongAdder();

    private final LongAdder failed = new LongAdder();
    private final Queue<String> failures = new ConcurrentLinkedQueue<>();
    private final Map<String, LongAdder> refused = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> attacks = new ConcurrentHashMap<>();

    void fail(String detail) {
        failed.increment();
        if (failures.size() < MAX_FAILURES) {
            failures.add(detail);
        }
    }

    /** Counts a refusal; reasons that differ only in their numbers are counted together. */
    void refused(String reason) {
        refused.computeIfAbsent(reason.replaceAll("[0-9]+", "N"), key -> new LongAdder())
                .increment();
    }

    /** @param what label of the attack's counter */
    void attack(String what, long count) {
        attacks.computeIfAbsent(what, key -> new LongAdder()).add(count);
    }

    long failed() {
        return failed.sum();
    }

    Iterable<String> failures() {
        return failures;
    }

    Map<String, Long> refused() {
        return sums(refused);
    }

    long refusals() {
        return refused().values().stream().mapToLong(Long::longValue).sum();
    }

    Map<String, Long> attacks() {
        return sums(attacks);
    }

    private static Map<String, Long> sums(Map<String, LongAdder> adders) {
        Map<String, Long> sums = new TreeMap<>();
        adders.forEach((key, adder) -> sums.put(key, adder.sum()));
        return sums;
    }
}

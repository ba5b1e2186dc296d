package io.narrows.lab.sidecar;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * The combined counters of sidecars at one moment, or their differences between two.
 *
 * @param nanos the moment in nanoTime, or the time between the two
 * @param cpuSeconds processor time of all their processes, everything included
 * @param cpuUsd its cost
 * @param startUsd the part of that cost spent on startup
 */
public record Reading(
        long nanos,
        Map<Flow, Counters> flows,
        Map<Route, Latency> latencies,
        double cpuSeconds,
        double cpuUsd,
        double startUsd) {
    private static final double SECONDS_PER_MONTH = 30.4375 * 86_400;

    /**
     * Combines the sidecars' metrics.
     *
     * @param places display name of each node, by its id
     * @param scrapes metrics of each node's sidecar, by the node's id
     */
    public static Reading of(long nanos, Map<String, String> places, Map<String, Scrape> scrapes) {
        ReadingBuilder builder = new ReadingBuilder(places);
        scrapes.forEach(builder::add);
        return builder.build(nanos);
    }

    public Reading minus(Reading earlier) {
        return new Reading(
                nanos - earlier.nanos,
                combine(flows, earlier.flows, Counters.ZERO, Counters::minus),
                combine(latencies, earlier.latencies, Latency.NONE, Latency::minus),
                cpuSeconds - earlier.cpuSeconds,
                cpuUsd - earlier.cpuUsd,
                startUsd - earlier.startUsd);
    }

    private static <K, V> Map<K, V> combine(Map<K, V> now, Map<K, V> earlier, V none, BinaryOperator<V> minus) {
        Map<K, V> difference = new TreeMap<>();
        now.forEach((key, value) -> difference.put(key, minus.apply(value, earlier.getOrDefault(key, none))));
        return difference;
    }

    /** Returns the sum of all flows. */
    public Counters total() {
        return flows.values().stream().reduce(Counters.ZERO, Counters::plus);
    }

    /** Returns the latency over all routes. */
    public Latency latency() {
        return latencies.values().stream().reduce(Latency.NONE, Latency::plus);
    }

    /** Returns the same counters with a different duration. */
    public Reading lasting(Duration time) {
        return new Reading(time.toNanos(), flows, latencies, cpuSeconds, cpuUsd, startUsd);
    }

    /** Returns the cost of processor time without startup, which does not recur. */
    public double runningUsd() {
        return cpuUsd - startUsd;
    }

    public double seconds() {
        return nanos / 1e9;
    }

    public double perSecond(double amount) {
        return nanos == 0 ? 0 : amount / seconds();
    }

    /** Extrapolates an amount of the time between two readings to a month. */
    public double perMonth(double amount) {
        return perSecond(amount) * SECONDS_PER_MONTH;
    }
}

package io.narrows.cli.demo;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * What the two sidecars have counted together, at one moment or between two.
 *
 * @param nanos the moment, by the nano clock, or the time between the two
 * @param cpuSeconds processor time of both processes, everything included
 * @param cpuUsd what that cost
 */
record Reading(long nanos, Map<Flow, Counters> flows, Map<Route, Latency> latencies, double cpuSeconds, double cpuUsd) {
    private static final double SECONDS_PER_MONTH = 30.4375 * 86_400;

    static Reading of(long nanos, Topology topology, Scrape near, Scrape far) {
        ReadingBuilder builder = new ReadingBuilder();
        builder.add(near, topology.near(), topology.far());
        builder.add(far, topology.far(), topology.near());
        return builder.build(nanos);
    }

    Reading minus(Reading earlier) {
        return new Reading(
                nanos - earlier.nanos,
                combine(flows, earlier.flows, Counters.ZERO, Counters::minus),
                combine(latencies, earlier.latencies, Latency.NONE, Latency::minus),
                cpuSeconds - earlier.cpuSeconds,
                cpuUsd - earlier.cpuUsd);
    }

    private static <K, V> Map<K, V> combine(Map<K, V> now, Map<K, V> earlier, V none, BinaryOperator<V> minus) {
        Map<K, V> difference = new TreeMap<>();
        now.forEach((key, value) -> difference.put(key, minus.apply(value, earlier.getOrDefault(key, none))));
        return difference;
    }

    /** Of all flows. */
    Counters total() {
        return flows.values().stream().reduce(Counters.ZERO, Counters::plus);
    }

    /** Of all routes. */
    Latency latency() {
        return latencies.values().stream().reduce(Latency.NONE, Latency::plus);
    }

    /** The same counts, said to have taken another time. */
    Reading lasting(Duration time) {
        return new Reading(time.toNanos(), flows, latencies, cpuSeconds, cpuUsd);
    }

    double seconds() {
        return nanos / 1e9;
    }

    double perSecond(double amount) {
        return nanos == 0 ? 0 : amount / seconds();
    }

    /** What an amount of the time between two readings comes to in a month that goes on like it. */
    double perMonth(double amount) {
        return perSecond(amount) * SECONDS_PER_MONTH;
    }
}

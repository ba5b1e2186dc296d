package io.narrows.cli.sidecar;

import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

/**
 * What sidecars have counted together, at one moment or between two.
 *
 * @param nanos the moment, by the nano clock, or the time between the two
 * @param cpuSeconds processor time of all their processes, everything included
 * @param cpuUsd what that cost
 * @param startUsd the part of it that their start took
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
     * What the sidecars say.
     *
     * @param places what each node is shown as, by its id
     * @param scrapes the metrics of each node's sidecar, by the node's id
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

    /** Of all flows. */
    public Counters total() {
        return flows.values().stream().reduce(Counters.ZERO, Counters::plus);
    }

    /** Of all routes. */
    public Latency latency() {
        return latencies.values().stream().reduce(Latency.NONE, Latency::plus);
    }

    /** The same counts, said to have taken another time. */
    public Reading lasting(Duration time) {
        return new Reading(time.toNanos(), flows, latencies, cpuSeconds, cpuUsd, startUsd);
    }

    /** Returns the cost of processor time without that of the start, which does not go on. */
    public double runningUsd() {
        return cpuUsd - startUsd;
    }

    public double seconds() {
        return nanos / 1e9;
    }

    public double perSecond(double amount) {
        return nanos == 0 ? 0 : amount / seconds();
    }

    /** What an amount of the time between two readings comes to in a month that goes on like it. */
    public double perMonth(double amount) {
        return perSecond(amount) * SECONDS_PER_MONTH;
    }
}

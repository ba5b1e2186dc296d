package io.narrows.cli.demo;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;

/** Puts the metrics of two sidecars together. */
final class ReadingBuilder {
    private final Map<Flow, Counters> flows = new TreeMap<>();
    private final Map<Route, Latency> latencies = new TreeMap<>();
    private double cpuSeconds;
    private double cpuUsd;

    /** Adds what one of them has counted. */
    void add(Scrape scrape, Site own, Site other) {
        addBytes(scrape, own, other, "narrows_app_bytes_total", value -> new Counters(value, 0, 0, 0, 0));
        addBytes(scrape, own, other, "narrows_wire_bytes_total", value -> new Counters(0, value, 0, 0, 0));
        addCounters(scrape, own, other, "narrows_baseline_usd_total", value -> new Counters(0, 0, value, 0, 0));
        addCounters(scrape, own, other, "narrows_wire_usd_total", value -> new Counters(0, 0, 0, value, 0));
        addCounters(scrape, own, other, "narrows_codec_cpu_seconds_total", value -> new Counters(0, 0, 0, 0, value));
        addLatencies(scrape, own, other);
        cpuSeconds += scrape.sum("process_cpu_seconds_total");
        cpuUsd += scrape.sum("narrows_cpu_usd_total");
    }

    /** Both sidecars count the same bytes; the sender's count is taken. */
    private void addBytes(Scrape scrape, Site own, Site other, String name, DoubleFunction<Counters> counters) {
        scrape.samples(name)
                .filter(ReadingBuilder::sent)
                .forEach(sample -> add(sample, own, other, counters.apply(sample.value())));
    }

    private void addCounters(Scrape scrape, Site own, Site other, String name, DoubleFunction<Counters> counters) {
        scrape.samples(name).forEach(sample -> add(sample, own, other, counters.apply(sample.value())));
    }

    private void add(Sample sample, Site own, Site other, Counters counters) {
        flows.merge(new Flow(route(sample, own, other), sample.label("codec")), counters, Counters::plus);
    }

    private void addLatencies(Scrape scrape, Site own, Site other) {
        Map<Route, Map<Double, Double>> sending = new HashMap<>();
        Map<Route, Map<Double, Double>> receiving = new HashMap<>();
        scrape.samples("narrows_added_latency_seconds_bucket")
                .forEach(sample -> (sent(sample) ? sending : receiving)
                        .computeIfAbsent(route(sample, own, other), route -> new HashMap<>())
                        .put(Scrape.number(sample.label("le")), sample.value()));
        sending.forEach((route, buckets) ->
                latencies.merge(route, new Latency(LatencyBuckets.of(buckets), LatencyBuckets.EMPTY), Latency::plus));
        receiving.forEach((route, buckets) ->
                latencies.merge(route, new Latency(LatencyBuckets.EMPTY, LatencyBuckets.of(buckets)), Latency::plus));
    }

    private static boolean sent(Sample sample) {
        return sample.label("direction").equals("sent");
    }

    private static Route route(Sample sample, Site own, Site other) {
        String trafficClass = sample.label("class");
        return sent(sample)
                ? new Route(own.region(), other.region(), trafficClass)
                : new Route(other.region(), own.region(), trafficClass);
    }

    Reading build(long nanos) {
        return new Reading(nanos, flows, latencies, cpuSeconds, cpuUsd);
    }
}

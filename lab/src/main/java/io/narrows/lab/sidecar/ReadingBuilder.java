package io.narrows.lab.sidecar;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.DoubleFunction;

/** Combines the metrics of sidecars. */
final class ReadingBuilder {
    private final Map<String, String> places;
    private final Map<Flow, Counters> flows = new TreeMap<>();
    private final Map<Route, Latency> latencies = new TreeMap<>();
    private double cpuSeconds;
    private double cpuUsd;
    private double startUsd;

    /** @param places display name of each node, by its id */
    ReadingBuilder(Map<String, String> places) {
        this.places = places;
    }

    /** Adds the metrics of a node's sidecar. */
    void add(String node, Scrape scrape) {
        String own = places.getOrDefault(node, node);
        addBytes(scrape, own, "narrows_app_bytes_total", value -> new Counters(value, 0, 0, 0, 0, 0));
        addBytes(scrape, own, "narrows_wire_bytes_total", value -> new Counters(0, value, 0, 0, 0, 0));
        addCounters(scrape, own, "narrows_baseline_usd_total", value -> new Counters(0, 0, value, 0, 0, 0));
        addCounters(scrape, own, "narrows_wire_usd_total", value -> new Counters(0, 0, 0, value, 0, 0));
        addCodecSeconds(scrape, own);
        addLatencies(scrape, own);
        cpuSeconds += scrape.sum("process_cpu_seconds_total");
        cpuUsd += scrape.sum("narrows_cpu_usd_total");
        startUsd += scrape.sum("narrows_start_cpu_usd_total");
    }

    /** Adds the sender's count only, since both sidecars count the same bytes. */
    private void addBytes(Scrape scrape, String own, String name, DoubleFunction<Counters> counters) {
        scrape.samples(name)
                .filter(ReadingBuilder::sent)
                .forEach(sample -> add(sample, own, counters.apply(sample.value())));
    }

    private void addCounters(Scrape scrape, String own, String name, DoubleFunction<Counters> counters) {
        scrape.samples(name).forEach(sample -> add(sample, own, counters.apply(sample.value())));
    }

    private void addCodecSeconds(Scrape scrape, String own) {
        scrape.samples("narrows_codec_cpu_seconds_total").forEach(sample -> {
            double seconds = sample.value();
            add(sample, own, new Counters(0, 0, 0, 0, seconds, sent(sample) ? seconds : 0));
        });
    }

    private void add(Sample sample, String own, Counters counters) {
        flows.merge(new Flow(route(sample, own), sample.label("codec")), counters, Counters::plus);
    }

    private void addLatencies(Scrape scrape, String own) {
        Map<Route, Map<Double, Double>> sending = new HashMap<>();
        Map<Route, Map<Double, Double>> receiving = new HashMap<>();
        scrape.samples("narrows_added_latency_seconds_bucket")
                .forEach(sample -> (sent(sample) ? sending : receiving)
                        .computeIfAbsent(route(sample, own), route -> new HashMap<>())
                        .put(Scrape.number(sample.label("le")), sample.value()));
        sending.forEach((route, buckets) ->
                latencies.merge(route, new Latency(LatencyBuckets.of(buckets), LatencyBuckets.EMPTY), Latency::plus));
        receiving.forEach((route, buckets) ->
                latencies.merge(route, new Latency(LatencyBuckets.EMPTY, LatencyBuckets.of(buckets)), Latency::plus));
    }

    private static boolean sent(Sample sample) {
        return sample.label("direction").equals("sent");
    }

    private Route route(Sample sample, String own) {
        String trafficClass = sample.label("class");
        String other = places.getOrDefault(sample.label("peer"), sample.label("peer"));
        return sent(sample) ? new Route(own, other, trafficClass) : new Route(other, own, trafficClass);
    }

    Reading build(long nanos) {
        return new Reading(nanos, flows, latencies, cpuSeconds, cpuUsd, startUsd);
    }
}

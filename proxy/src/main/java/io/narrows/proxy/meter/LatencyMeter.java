package io.narrows.proxy.meter;

import io.narrows.config.TrafficClass;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The histograms of the latency that this sidecar adds, by peer, traffic class and direction. Safe for use by many threads.
 */
public final class LatencyMeter {
    /** The labels of one histogram. */
    public record Labels(String peer, TrafficClass trafficClass, Direction direction) {}

    private final Map<Labels, LatencyHistogram> histograms = new ConcurrentHashMap<>();

    /** The histogram to keep for one kind of traffic. */
    public LatencyHistogram histogram(String peer, TrafficClass trafficClass, Direction direction) {
        return histograms.computeIfAbsent(new Labels(peer, trafficClass, direction), key -> new LatencyHistogram());
    }

    Map<Labels, LatencyHistogram> histograms() {
        return histograms;
    }
}

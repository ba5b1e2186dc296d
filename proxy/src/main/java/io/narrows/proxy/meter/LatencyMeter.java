package io.narrows.proxy.meter;

import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The histograms of the latency that this sidecar adds, by peer, traffic class and direction. Safe for use by many threads.
 */
public final class LatencyMeter {
    /** The labels of one histogram. */
    public record Labels(PeerId peer, TrafficClass trafficClass, Direction direction) {}

    private final Map<Labels, LatencyHistogram> histograms = new ConcurrentHashMap<>();

    /** Returns the histogram of one kind of traffic; callers keep it. */
    public LatencyHistogram histogram(PeerId peer, TrafficClass trafficClass, Direction direction) {
        return histograms.computeIfAbsent(new Labels(peer, trafficClass, direction), key -> new LatencyHistogram());
    }

    /** Removes the histograms of a peer that is gone for good. */
    public void forget(PeerId peer) {
        histograms.keySet().removeIf(labels -> labels.peer().equals(peer));
    }

    /**
     * Estimates a quantile over all kinds of traffic, in seconds; values are assumed to be spread evenly within a bucket.
     *
     * @param share from 0 to 1
     * @return empty if nothing was recorded
     */
    public OptionalDouble quantile(double share) {
        long[] counts = sumOfCells();
        double wanted = share * Arrays.stream(counts).sum();
        double[] bounds = LatencyBounds.cellBounds();
        double below = 0;
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0 && below + counts[i] >= wanted) {
                double low = i == 0 ? 0 : bounds[i - 1];
                boolean last = i == counts.length - 1; // has no upper bound
                return OptionalDouble.of(last ? low : low + (bounds[i] - low) * (wanted - below) / counts[i]);
            }
            below += counts[i];
        }
        return OptionalDouble.empty();
    }

    private long[] sumOfCells() {
        long[] sums = new long[LatencyBounds.CELLS];
        for (LatencyHistogram histogram : histograms.values()) {
            long[] counts = histogram.counts();
            Arrays.setAll(sums, i -> sums[i] + counts[i]);
        }
        return sums;
    }

    Map<Labels, LatencyHistogram> histograms() {
        return histograms;
    }
}

package io.narrows.lab.sidecar;

import java.util.Map;
import java.util.TreeMap;

/** A Prometheus histogram: cumulative counts, by upper bound in seconds. */
public record LatencyBuckets(TreeMap<Double, Double> atMost) {
    static final LatencyBuckets EMPTY = new LatencyBuckets(new TreeMap<>());

    static LatencyBuckets of(Map<Double, Double> atMost) {
        return new LatencyBuckets(new TreeMap<>(atMost));
    }

    LatencyBuckets plus(LatencyBuckets other) {
        return combine(other, 1);
    }

    LatencyBuckets minus(LatencyBuckets earlier) {
        return combine(earlier, -1);
    }

    private LatencyBuckets combine(LatencyBuckets other, int sign) {
        TreeMap<Double, Double> combined = new TreeMap<>(atMost);
        other.atMost.forEach((bound, count) -> combined.merge(bound, sign * count, Double::sum));
        return new LatencyBuckets(combined);
    }

    /**
     * Returns a percentile in seconds, interpolated within its bucket like {@code histogram_quantile}: beyond the last finite
     * bound, that bound. NaN if nothing was measured.
     *
     * @param quantile 0 to 1
     */
    double percentile(double quantile) {
        if (atMost.isEmpty() || atMost.lastEntry().getValue() == 0) {
            return Double.NaN;
        }
        double rank = quantile * atMost.lastEntry().getValue();
        double lowerBound = 0;
        double below = 0;
        for (var bucket : atMost.entrySet()) {
            if (bucket.getValue() >= rank && bucket.getValue() > below) {
                return bucket.getKey().isInfinite()
                        ? lowerBound
                        : lowerBound + (bucket.getKey() - lowerBound) * (rank - below) / (bucket.getValue() - below);
            }
            lowerBound = bucket.getKey();
            below = bucket.getValue();
        }
        return lowerBound;
    }
}

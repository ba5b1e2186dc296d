package io.narrows.cli.sidecar;

import java.util.Map;
import java.util.TreeMap;

/** A histogram as Prometheus has it: how many took at most so many seconds, cumulative, by that bound. */
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
     * In seconds, interpolated within its bucket as {@code histogram_quantile} does: a percentile beyond the last finite
     * bound is that bound. NaN when nothing was measured.
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

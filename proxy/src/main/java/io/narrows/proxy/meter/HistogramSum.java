package io.narrows.proxy.meter;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The sum of the histograms of one family, which have the same bounds. */
final class HistogramSum {
    private final HistogramDataPointSnapshot model;
    private final long[] classicCounts;
    private final Map<Integer, Long> nativeCounts = new TreeMap<>();
    private double sum;

    /** @param model any of the histograms, for the bounds; it is not added */
    HistogramSum(HistogramDataPointSnapshot model) {
        this.model = model;
        this.classicCounts = new long[model.getClassicBuckets().size()];
    }

    void add(HistogramDataPointSnapshot histogram) {
        ClassicHistogramBuckets classic = histogram.getClassicBuckets();
        for (int i = 0; i < classicCounts.length; i++) {
            classicCounts[i] += classic.getCount(i);
        }
        NativeHistogramBuckets buckets = histogram.getNativeBucketsForPositiveValues();
        for (int i = 0; i < buckets.size(); i++) {
            nativeCounts.merge(buckets.getBucketIndex(i), buckets.getCount(i), Long::sum);
        }
        sum += histogram.getSum();
    }

    HistogramDataPointSnapshot snapshot(Labels labels) {
        NativeHistogramBuckets.Builder buckets = NativeHistogramBuckets.builder();
        nativeCounts.forEach(buckets::bucket);
        return HistogramDataPointSnapshot.builder()
                .labels(labels)
                .classicHistogramBuckets(classicBuckets())
                .nativeSchema(model.getNativeSchema())
                .nativeZeroThreshold(model.getNativeZeroThreshold())
                .nativeBucketsForPositiveValues(buckets.build())
                .sum(sum)
                .build();
    }

    private ClassicHistogramBuckets classicBuckets() {
        List<Double> bounds = new ArrayList<>();
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < classicCounts.length; i++) {
            bounds.add(model.getClassicBuckets().getUpperBound(i));
            counts.add(classicCounts[i]);
        }
        return ClassicHistogramBuckets.of(bounds, counts);
    }
}

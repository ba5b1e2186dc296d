package io.narrows.proxy.meter;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.NativeHistogramBuckets;
import java.util.Arrays;

/**
 * Exports the added latency to Prometheus: classic buckets in the text formats, and both classic and native buckets in
 * protobuf.
 */
final class LatencyMetrics implements Collector {
    private final LatencyMeter meter;

    LatencyMetrics(LatencyMeter meter) {
        this.meter = meter;
    }

    @Override
    public MetricSnapshot collect() {
        HistogramSnapshot.Builder family = HistogramSnapshot.builder()
                .name("narrows_added_latency_seconds")
                .help("Time from reading app bytes to writing them inside this sidecar, including linger.");
        meter.histograms().forEach((labels, histogram) -> family.dataPoint(point(labels, histogram)));
        return family.build();
    }

    private static HistogramDataPointSnapshot point(LatencyMeter.Labels labels, LatencyHistogram histogram) {
        long[] cells = histogram.counts();
        return HistogramDataPointSnapshot.builder()
                .labels(Labels.of(
                        "peer", labels.peer().value(),
                        "class", labels.trafficClass().name(),
                        "direction", labels.direction().label()))
                .classicHistogramBuckets(ClassicHistogramBuckets.of(
                        Arrays.stream(LatencyBounds.classicBounds()).boxed().toList(),
                        Arrays.stream(LatencyBounds.classicCounts(cells))
                                .boxed()
                                .toList()))
                .nativeSchema(LatencyBounds.NATIVE_SCHEMA)
                .nativeZeroThreshold(LatencyBounds.NATIVE_ZERO_THRESHOLD)
                .nativeBucketsForPositiveValues(nativeBuckets(cells))
                .sum(histogram.sumSeconds())
                .build();
    }

    /** Returns the non-empty buckets; an absent one is empty. */
    private static NativeHistogramBuckets nativeBuckets(long[] cells) {
        long[] counts = LatencyBounds.nativeCounts(cells);
        NativeHistogramBuckets.Builder buckets = NativeHistogramBuckets.builder();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] > 0) {
                buckets.bucket(LatencyBounds.nativeIndex(i), counts[i]);
            }
        }
        return buckets.build();
    }
}

package io.narrows.proxy.meter;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.util.Arrays;

/** Shows the added latency to Prometheus. */
final class LatencyMetrics implements Collector {
    private final LatencyMeter meter;

    LatencyMetrics(LatencyMeter meter) {
        this.meter = meter;
    }

    @Override
    public MetricSnapshot collect() {
        HistogramSnapshot.Builder family = HistogramSnapshot.builder()
                .name("narrows_added_latency_seconds")
                .help("Time between the read and the write of app bytes inside this sidecar, linger included.");
        meter.histograms()
                .forEach((labels, histogram) -> family.dataPoint(HistogramDataPointSnapshot.builder()
                        .labels(Labels.of(
                                "peer", labels.peer(),
                                "class", labels.trafficClass().name(),
                                "direction", labels.direction().label()))
                        .classicHistogramBuckets(buckets(histogram))
                        .sum(histogram.sumSeconds())
                        .build()));
        return family.build();
    }

    private static ClassicHistogramBuckets buckets(LatencyHistogram histogram) {
        double[] bounds = histogram.upperBounds();
        long[] counts = histogram.counts();
        return ClassicHistogramBuckets.of(
                Arrays.stream(bounds).boxed().toList(),
                Arrays.stream(counts).boxed().toList());
    }
}

package io.narrows.proxy.meter;

import io.narrows.config.PeerDetail;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.DataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot.HistogramDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Replaces the series of single peers by their sums, which have no label {@code peer}. Series of connections with an
 * unknown peer are kept, since that is not one of the configured peers.
 */
final class PeerSums {
    private static final String PEER = "peer";

    private PeerSums() {}

    /** Returns the families in the requested detail. */
    static MetricSnapshots of(MetricSnapshots families, PeerDetail detail) {
        return switch (detail) {
            case FULL -> families;
            case COUNTERS ->
                new MetricSnapshots(families.stream().map(PeerSums::histograms).toList());
            case OFF ->
                new MetricSnapshots(families.stream()
                        .map(PeerSums::histograms)
                        .map(PeerSums::counters)
                        .map(PeerSums::gauges)
                        .toList());
        };
    }

    private static MetricSnapshot histograms(MetricSnapshot family) {
        if (!(family instanceof HistogramSnapshot histograms) || !hasPeers(family)) {
            return family;
        }
        Map<Labels, HistogramSum> sums = new HashMap<>();
        for (HistogramDataPointSnapshot point : histograms.getDataPoints()) {
            sums.computeIfAbsent(withoutPeer(point.getLabels()), labels -> new HistogramSum(point))
                    .add(point);
        }
        return new HistogramSnapshot(
                family.getMetadata(),
                sums.entrySet().stream()
                        .map(sum -> sum.getValue().snapshot(sum.getKey()))
                        .toList());
    }

    private static MetricSnapshot counters(MetricSnapshot family) {
        if (!(family instanceof CounterSnapshot counters) || !hasPeers(family)) {
            return family;
        }
        Map<Labels, Double> sums = merged(counters.getDataPoints(), CounterDataPointSnapshot::getValue, Double::sum);
        return new CounterSnapshot(
                family.getMetadata(),
                sums.entrySet().stream()
                        .map(sum -> CounterDataPointSnapshot.builder()
                                .labels(sum.getKey())
                                .value(sum.getValue())
                                .build())
                        .toList());
    }

    /** Sums gauges, except for prices: one is kept if it is the same for all peers, otherwise omitted. */
    private static MetricSnapshot gauges(MetricSnapshot family) {
        if (!(family instanceof GaugeSnapshot gauges) || !hasPeers(family)) {
            return family;
        }
        boolean price = family.getMetadata().getName().equals(TariffMetrics.USD_PER_BYTE);
        DoubleBinaryOperator merge = price ? (a, b) -> a == b ? a : Double.NaN : Double::sum;
        Map<Labels, Double> sums = merged(gauges.getDataPoints(), GaugeDataPointSnapshot::getValue, merge);
        return new GaugeSnapshot(
                family.getMetadata(),
                sums.entrySet().stream()
                        .filter(sum -> !sum.getValue().isNaN())
                        .map(sum -> GaugeDataPointSnapshot.builder()
                                .labels(sum.getKey())
                                .value(sum.getValue())
                                .build())
                        .toList());
    }

    private static <P extends DataPointSnapshot> Map<Labels, Double> merged(
            Iterable<P> points, ToDoubleFunction<P> value, DoubleBinaryOperator merge) {
        Map<Labels, Double> merged = new HashMap<>();
        for (P point : points) {
            merged.merge(withoutPeer(point.getLabels()), value.applyAsDouble(point), merge::applyAsDouble);
        }
        return merged;
    }

    private static boolean hasPeers(MetricSnapshot family) {
        return family.getDataPoints().stream()
                .anyMatch(point -> point.getLabels().contains(PEER));
    }

    private static Labels withoutPeer(Labels labels) {
        String peer = labels.get(PEER);
        if (peer == null || peer.equals(EventMeter.UNKNOWN_PEER.value())) {
            return labels;
        }
        int[] kept = IntStream.range(0, labels.size())
                .filter(i -> !labels.getName(i).equals(PEER))
                .toArray();
        return Labels.of(
                IntStream.of(kept).mapToObj(labels::getName).toArray(String[]::new),
                IntStream.of(kept).mapToObj(labels::getValue).toArray(String[]::new));
    }
}

package io.narrows.proxy.link.registry;

import io.narrows.codec.Codec;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Arrays;

/** Exports the codecs that were withdrawn from each peer to Prometheus. */
public final class CodecMetrics implements MultiCollector {
    private final CodecRefusals refusals;

    public CodecMetrics(CodecRefusals refusals) {
        this.refusals = refusals;
    }

    @Override
    public MetricSnapshots collect() {
        GaugeSnapshot.Builder family = GaugeSnapshot.builder()
                .name("narrows_codec_withdrawn")
                .help("1 if a codec was withdrawn from a peer because its decoded content differed.");
        refusals.byPeer()
                .forEach((peer, withdrawn) -> Arrays.stream(Codec.values())
                        .filter(codec -> codec != Codec.NONE)
                        .forEach(codec -> family.dataPoint(GaugeDataPointSnapshot.builder()
                                .labels(Labels.of("peer", peer.value(), "codec", codec.label()))
                                .value(withdrawn.contains(codec) ? 1 : 0)
                                .build())));
        return MetricSnapshots.of(family.build());
    }
}

package io.narrows.proxy.link.registry;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.unpack.recipe.Recipes;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/** Exports the codecs and encoders that were withdrawn from each peer to Prometheus. */
public final class CodecMetrics implements MultiCollector {
    private final CodecRefusals refusals;
    private final EncoderRefusals encoders;

    public CodecMetrics(CodecRefusals refusals, EncoderRefusals encoders) {
        this.refusals = refusals;
        this.encoders = encoders;
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
        return MetricSnapshots.of(family.build(), encoders());
    }

    private GaugeSnapshot encoders() {
        GaugeSnapshot.Builder family = GaugeSnapshot.builder()
                .name("narrows_encoder_withdrawn")
                .help("1 if an encoder of recipes was withdrawn from a peer because a rebuilt piece differed.");
        List<String> known = Recipes.ofThisProcess().encoderNames();
        for (PeerId peer : refusals.byPeer().keySet()) {
            Set<String> withdrawn = encoders.of(peer);
            known.forEach(encoder -> family.dataPoint(GaugeDataPointSnapshot.builder()
                    .labels(Labels.of("peer", peer.value(), "encoder", encoder))
                    .value(withdrawn.contains(encoder) ? 1 : 0)
                    .build()));
        }
        return family.build();
    }
}

package io.narrows.proxy.meter;

import io.narrows.config.PeerId;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;

/** Exports the event counters to Prometheus. */
final class EventMetrics implements MultiCollector {
    private final EventMeter meter;

    EventMetrics(EventMeter meter) {
        this.meter = meter;
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(
                counter("narrows_raw_frames", "Data frames sent uncompressed, by reason.", meter.rawFrames()),
                counter(
                        "narrows_overload_frames",
                        "Data frames that used the overload codec because the policy's codec would have made them late.",
                        meter.overloadFrames()),
                counter(
                        "narrows_level_0_frames",
                        "Data frames that used dense at level 0 because the policy's level is too slow.",
                        meter.level0Frames()),
                counter(
                        "narrows_primed_contexts",
                        "Sending contexts of dense that began from the state of an earlier connection's context.",
                        meter.primedContexts()),
                counter(
                        "narrows_dictionary_contexts",
                        "Sending contexts that began with a dictionary.",
                        meter.dictionaries(),
                        DictionaryCounters::contexts),
                counter(
                        "narrows_dictionaries_sent",
                        "Dictionaries that the peer received and keeps.",
                        meter.dictionaries(),
                        DictionaryCounters::sent),
                counter(
                        "narrows_dictionaries_received",
                        "Dictionaries of the peer that this sidecar received and keeps.",
                        meter.dictionaries(),
                        DictionaryCounters::received),
                counter(
                        "narrows_dictionary_bytes_sent",
                        "Bytes of dictionaries sent on links, whether the peer keeps them or not.",
                        meter.dictionaries(),
                        DictionaryCounters::bytesSent),
                counter(
                        "narrows_dictionary_bytes_received",
                        "Bytes of dictionaries received on links, whether they are kept or not.",
                        meter.dictionaries(),
                        DictionaryCounters::bytesReceived),
                counter(
                        "narrows_late_frames",
                        "Deprecated: use narrows_overload_frames_total. It will be removed in the next release.",
                        meter.overloadFrames()),
                counter(
                        "narrows_restart_pauses",
                        "Pauses of links whose peer restarts contexts more often than a well-behaved sender does.",
                        meter.restartPauses()),
                counter(
                        "narrows_fallback_connections",
                        "Connections that went to the peer's database without a link.",
                        meter.fallbacks()),
                counter(
                        "narrows_link_stepdowns",
                        "Number of times a link switched to a faster codec than its policy specifies, by reason.",
                        meter.stepDowns()),
                counter(
                        "narrows_failures",
                        "Connections and links that ended abnormally, by reason.",
                        meter.failures()),
                counter(
                        "narrows_refused_hellos",
                        "Hellos rejected by this sidecar or the peer, by reason.",
                        meter.refusedHellos()));
    }

    private static CounterSnapshot counter(String name, String help, Map<PeerId, LongAdder> counters) {
        return counter(name, help, counters, Function.identity());
    }

    private static <C> CounterSnapshot counter(
            String name, String help, Map<PeerId, C> counters, Function<C, LongAdder> count) {
        CounterSnapshot.Builder family = CounterSnapshot.builder().name(name).help(help);
        counters.forEach((peer, of) -> family.dataPoint(CounterDataPointSnapshot.builder()
                .labels(Labels.of("peer", peer.value()))
                .value(count.apply(of).sum())
                .build()));
        return family.build();
    }

    private static CounterSnapshot counter(String name, String help, ReasonCounters counters) {
        CounterSnapshot.Builder family = CounterSnapshot.builder().name(name).help(help);
        for (PeerId peer : counters.peers()) {
            counters.ofPeer(peer)
                    .forEach((reason, count) -> family.dataPoint(CounterDataPointSnapshot.builder()
                            .labels(Labels.of("peer", peer.value(), "reason", reason))
                            .value(count.sum())
                            .build()));
        }
        return family.build();
    }
}

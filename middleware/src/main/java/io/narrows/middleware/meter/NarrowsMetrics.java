package io.narrows.middleware.meter;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.Tier;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.ToDoubleFunction;

/**
 * Binds the counters of a process with the middleware to Micrometer, under the names and labels of a sidecar's metrics. A
 * registry holds one instance. Safe for use by many threads.
 */
public final class NarrowsMetrics implements MeterBinder {
    private final CallMeter meter;
    private final Map<PeerId, Location> peers;

    /** @param peers locations of the configured peers, by their names in metrics */
    public NarrowsMetrics(CallMeter meter, Map<PeerId, Location> peers) {
        this.meter = meter;
        this.peers = Map.copyOf(peers);
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        FunctionCounter.builder("narrows.cpu.usd", meter, CallMeter::cpuUsd)
                .description("Cost of the codecs' processor time according to the tariff, in US dollars.")
                .register(registry);
        Gauge.builder("narrows.tariff.usd.per.core.second", meter, CallMeter::usdPerCoreSecond)
                .description("Price of one processor for one second according to the tariff.")
                .register(registry);
        peers.forEach((peer, location) -> {
            for (Direction direction : Direction.values()) {
                Gauge.builder("narrows.tariff.usd.per.byte", meter, m -> m.usdPerByte(location, direction))
                        .description(
                                "Price that this node pays according to the tariff for a byte sent to the peer or received"
                                        + " from it.")
                        .tags(
                                "peer",
                                peer.value(),
                                "tier",
                                Tier.between(meter.own(), location).label(),
                                "direction",
                                direction.label())
                        .register(registry);
            }
        });
        meter.watch(new Registration(registry));
    }

    /** Registers each counter when it is created. */
    private record Registration(MeterRegistry registry) implements CallMeter.Watcher {
        @Override
        public void cell(MessageCell cell) {
            MessageLabels labels = cell.labels();
            Tags tags = Tags.of(
                    "peer",
                    labels.peer().value(),
                    "tier",
                    labels.tierLabel(),
                    "class",
                    labels.trafficClass().name(),
                    "codec",
                    labels.codec().label(),
                    "direction",
                    labels.direction().label());
            count(
                    "narrows.app.bytes",
                    "Bytes of messages before compression or after decompression, including their prefixes.",
                    cell,
                    tags,
                    MessageCell::appBytes);
            count(
                    "narrows.wire.bytes",
                    "Bytes of messages as carried by HTTP/2, including their prefixes.",
                    cell,
                    tags,
                    MessageCell::wireBytes);
            count("narrows.frames", "Messages.", cell, tags, MessageCell::messages);
            count(
                    "narrows.baseline.usd",
                    "Cost to this node of the app bytes had they been sent uncompressed, according to the tariff, in US dollars.",
                    cell,
                    tags,
                    MessageCell::baselineUsd);
            count(
                    "narrows.wire.usd",
                    "Cost to this node of the wire bytes according to the tariff, in US dollars.",
                    cell,
                    tags,
                    MessageCell::wireUsd);
            count(
                    "narrows.codec.cpu.seconds",
                    "Processor time used by codecs, estimated from a sample of messages.",
                    cell,
                    tags.and("op", labels.direction().operation()),
                    MessageCell::cpuSeconds);
        }

        @Override
        public void raw(CallMeter.Reason reason, LongAdder count) {
            event("narrows.raw.frames", "Messages sent uncompressed, by reason.", reason, count);
        }

        @Override
        public void failure(CallMeter.Reason reason, LongAdder count) {
            event("narrows.failures", "Calls that the middleware ended, by reason.", reason, count);
        }

        private void event(String name, String help, CallMeter.Reason reason, LongAdder count) {
            count(name, help, count, Tags.of("peer", reason.peer().value(), "reason", reason.reason()), LongAdder::sum);
        }

        private <T> void count(String name, String help, T counted, Tags tags, ToDoubleFunction<T> value) {
            FunctionCounter.builder(name, counted, value)
                    .description(help)
                    .tags(tags)
                    .register(registry);
        }
    }
}

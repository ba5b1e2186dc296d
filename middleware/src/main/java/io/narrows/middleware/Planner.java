package io.narrows.middleware;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Choice;
import io.narrows.config.Compression;
import io.narrows.config.Location;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import io.narrows.middleware.meter.CallMeter;
import io.narrows.middleware.meter.Direction;
import io.narrows.middleware.meter.RawReason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Plans calls by the policy. Safe for use by many threads. */
final class Planner {
    /** The choice for a peer without a location, to which the policy cannot be applied. */
    private static final Choice NOBODY = new Choice(Optional.empty(), Compression.NONE);

    private final Settings settings;
    private final CallMeter meter;
    private final Registries registries;
    private final UncompressedCallLog log;
    private final boolean isConstant;

    Planner(Settings settings, CallMeter meter, Registries registries) {
        this.settings = settings;
        this.meter = meter;
        this.registries = registries;
        this.log = new UncompressedCallLog(settings.policy());
        this.isConstant = settings.policy().isConstant();
    }

    /** Returns whether a plan for the same remote stays the same. */
    boolean isConstant() {
        return isConstant;
    }

    TrafficClass trafficClass(String service, String method) {
        return settings.grpc().trafficClass(service, method);
    }

    /** @param method full name, for the log */
    Plan plan(String method, TrafficClass trafficClass, Remote remote) {
        Choice choice = choice(method, trafficClass, remote);
        CodecSpec spec = choice.compression().spec();
        List<String> encodings = registries.encodings(spec.codec());
        RawReason reason = reason(choice, encodings, remote);
        Map<RawReason, LongAdder> raw = new EnumMap<>(RawReason.class);
        for (RawReason each : RawReason.values()) {
            raw.put(each, meter.raw(remote.name(), each));
        }
        return new Plan(
                spec,
                reason == null ? encodings : List.of(),
                reason,
                Math.max(settings.grpc().minSize(), choice.compression().minSize()),
                meter.cells(remote.name(), remote.location(), trafficClass, Direction.SENT),
                meter.cells(remote.name(), remote.location(), trafficClass, Direction.RECEIVED),
                raw);
    }

    private Choice choice(String method, TrafficClass trafficClass, Remote remote) {
        if (remote.location().isEmpty()) {
            return NOBODY;
        }
        Location to = remote.location().orElseThrow();
        Traffic traffic = new Traffic(remote.name(), settings.node().location(), to, trafficClass);
        Choice choice = settings.policy().choose(traffic);
        if (choice.rule().isEmpty()) {
            log.unmatched(method, traffic);
        }
        return choice;
    }

    UncompressedCallLog log() {
        return log;
    }

    private @Nullable RawReason reason(Choice choice, List<String> encodings, Remote remote) {
        if (remote.location().isEmpty()) {
            return RawReason.UNKNOWN_PEER;
        }
        if (choice.rule().isEmpty()) {
            return RawReason.NO_RULE;
        }
        if (choice.compression().spec().codec() == Codec.NONE) {
            return RawReason.POLICY;
        }
        return encodings.isEmpty() ? RawReason.NO_COMMON_CODEC : null;
    }
}

package io.narrows.estimate.flow;

import io.narrows.codec.CodecSpec;
import io.narrows.config.Objective;
import io.narrows.config.PeerId;
import io.narrows.config.Tariff;
import io.narrows.config.Tier;
import io.narrows.config.Traffic;
import io.narrows.estimate.measured.MeasuredFigures;
import io.narrows.estimate.measured.Range;
import io.narrows.estimate.run.PolicyCodecs;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** Adds up the lines of a {@link RangeReport}. */
final class RangeSums {
    private static final double SECONDS_PER_HOUR = 3600;

    /** Rules for single peers do not apply: the traffic is that of whole zones. */
    private static final PeerId UNLISTED = new PeerId("unlisted");

    private final RangeSettings settings;
    private final MeasuredFigures measured;
    private final Map<LineKey, DistanceLine> lines = new LinkedHashMap<>();
    private final Map<Tier, KeepAliveLine> keepAlive = new EnumMap<>(Tier.class);
    private final Set<CodecSpec> candidates = new LinkedHashSet<>();
    private final SortedSet<String> sources = new TreeSet<>();
    private double pricedBytes;
    private double pricedUsd;
    private Optional<Objective> auto = Optional.empty();

    private record LineKey(Tier tier, CodecSpec spec) {}

    RangeSums(RangeSettings settings, MeasuredFigures measured) {
        this.settings = settings;
        this.measured = measured;
        candidates.addAll(settings.alternatives());
    }

    void traffic(ZonePath path, double bytes) {
        if (bytes == 0) {
            return;
        }
        double price = path.usdPerByte(settings.tariff());
        CodecRange range = chosen(path, bytes, price);
        CodecSpec chosen = range.spec();
        DistanceLine line = new DistanceLine(path.tier(), gigabytes(bytes), bytes * price, range);
        lines.merge(new LineKey(path.tier(), chosen), line, DistanceLine::plus);
        if (price > 0) {
            candidates.add(chosen);
            pricedBytes += bytes;
            pricedUsd += bytes * price;
        }
    }

    void pairs(ZonePath path, double pairs, double seconds) {
        if (pairs == 0) {
            return;
        }
        Tariff tariff = settings.tariff();
        Range bytes = measured.idleBytesPerSecond(settings.encryptedLinks()).times(pairs * seconds);
        sources.addAll(measured.idleSources(settings.encryptedLinks()));
        double price = (path.usdPerByte(tariff) + path.back().usdPerByte(tariff)) / 2;
        KeepAliveLine line = new KeepAliveLine(path.tier(), pairs, bytes.times(1 / gigabyte()), bytes.times(price));
        keepAlive.merge(path.tier(), line, KeepAliveLine::plus);
    }

    /** Returns the range of the policy's codec; of several candidates, the one whose maximum is lowest. */
    private CodecRange chosen(ZonePath path, double bytes, double price) {
        Traffic traffic = new Traffic(UNLISTED, path.start(), path.end(), settings.trafficClass());
        PolicyCodecs codecs = PolicyCodecs.of(settings.policy().choose(traffic).compression(), settings.auto());
        codecs.auto().ifPresent(objective -> auto = Optional.of(objective));
        Comparator<CodecRange> order = codecs.minimizesBytes()
                ? Comparator.comparingDouble(range -> range.wireGb().high())
                : Comparator.comparingDouble(range -> range.usd().high());
        return codecs.candidates().stream()
                .map(spec -> range(spec, bytes, price))
                .min(order)
                .orElseThrow();
    }

    private CodecRange range(CodecSpec spec, double bytes, double price) {
        Range wire =
                measured.wire(settings.kind(), spec, settings.encryptedLinks()).times(bytes);
        Range hours = measured.cpuSecondsPerByte(settings.kind(), spec).times(bytes / SECONDS_PER_HOUR);
        sources.addAll(measured.sources(settings.kind(), spec, settings.encryptedLinks()));
        return new CodecRange(
                spec,
                wire.times(1 / gigabyte()),
                wire.times(price),
                hours.times(settings.tariff().cpuCoreHour()));
    }

    private double gigabytes(double bytes) {
        return bytes / gigabyte();
    }

    private double gigabyte() {
        return settings.tariff().preset().unit().bytes();
    }

    List<DistanceLine> lines() {
        return lines.values().stream()
                .sorted(Comparator.comparing(DistanceLine::tier))
                .toList();
    }

    List<KeepAliveLine> keepAlive() {
        return List.copyOf(keepAlive.values());
    }

    /** Returns the traffic that has a price under each codec, as if the policy chose that codec for all of it. */
    List<CodecRange> codecs() {
        return pricedBytes == 0
                ? List.of()
                : candidates.stream()
                        .map(spec -> range(spec, pricedBytes, pricedUsd / pricedBytes))
                        .sorted(Comparator.comparingDouble(codec -> codec.usd().high()))
                        .toList();
    }

    /** Returns the objective of {@code codec: auto}; empty if no traffic has such a rule. */
    Optional<Objective> auto() {
        return auto;
    }

    SortedSet<String> sources() {
        return sources;
    }
}

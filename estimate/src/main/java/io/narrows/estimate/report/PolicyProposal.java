package io.narrows.estimate.report;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Levels;
import io.narrows.codec.PackedFormat;
import io.narrows.config.Sizes;
import io.narrows.config.Tier;
import io.narrows.config.TrafficClass;
import io.narrows.config.YamlName;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The policy that costs least for the captured traffic, processor time included: a rule for each distance and class, of the
 * codecs that were run on all of its traffic. Distances without traffic have the standard policy's codecs. The formats that the
 * policy unpacks stay; then a codec that compresses goes before none. Others are added where that costs less.
 */
public final class PolicyProposal {
    private static final Map<Tier, String> STANDARD = Map.of(
            Tier.SAME_HOST, "codec: none",
            Tier.SAME_ZONE, "codec: lz4",
            Tier.CROSS_ZONE, "codec: zstd, level: 1",
            Tier.CROSS_REGION, "codec: gzip, level: 6");

    private PolicyProposal() {}

    /** Returns the section {@code policy} of a configuration. */
    public static String yaml(Report report) {
        StringBuilder yaml = new StringBuilder("policy:\n");
        Map<Tier, Map<TrafficClass, List<TrafficLine>>> grouped = grouped(report);
        for (Tier tier : Tier.values()) {
            Map<TrafficClass, List<TrafficLine>> classes = grouped.getOrDefault(tier, Map.of());
            classes.forEach((trafficClass, lines) -> {
                if (!trafficClass.equals(TrafficClass.DEFAULT)) {
                    yaml.append("  - {tier: %s, class: %s, %s}%n"
                            .formatted(tier.label(), YamlName.of(trafficClass.name()), compression(lines)));
                }
            });
            List<TrafficLine> others = classes.get(TrafficClass.DEFAULT);
            String codec = others == null ? STANDARD.get(tier) : compression(others);
            yaml.append("  - {tier: %s, %s}%n".formatted(tier.label(), codec));
        }
        return yaml.toString();
    }

    private static Map<Tier, Map<TrafficClass, List<TrafficLine>>> grouped(Report report) {
        Map<Tier, Map<TrafficClass, List<TrafficLine>>> grouped = new EnumMap<>(Tier.class);
        for (TrafficLine line : report.lines()) {
            if (!line.key().trafficClass().equals(TrafficClass.ENCRYPTED)) {
                grouped.computeIfAbsent(line.key().tier(), tier -> new LinkedHashMap<>())
                        .computeIfAbsent(line.key().trafficClass(), any -> new ArrayList<>())
                        .add(line);
            }
        }
        return grouped;
    }

    private static String compression(List<TrafficLine> lines) {
        Set<PackedFormat> unpack = EnumSet.noneOf(PackedFormat.class);
        lines.forEach(line -> unpack.addAll(line.unpack()));
        CodecSpec cheapest = cheapest(lines, !unpack.isEmpty());
        if (unpack.isEmpty()) {
            Optional<CodecSpec> unpacking = cheapestWithUnpack(lines);
            if (unpacking.isPresent() && usdWithUnpack(unpacking.get(), lines) < usd(cheapest, lines)) {
                lines.forEach(line -> line.packed().ifPresent(packed -> unpack.addAll(packed.formats())));
                cheapest = unpacking.get();
            }
        }
        boolean compresses = cheapest.codec() != Codec.NONE && !unpack.isEmpty();
        return codec(cheapest) + (compresses ? ", " + Report.unpack(unpack) : "");
    }

    /** Returns the codec that costs least with {@code unpack}; empty if it makes no difference. */
    private static Optional<CodecSpec> cheapestWithUnpack(List<TrafficLine> lines) {
        return lines.stream()
                .flatMap(line -> line.packed().stream())
                .flatMap(packed -> packed.codecs().stream())
                .map(CodecLine::spec)
                .distinct()
                .filter(spec -> lines.stream().allMatch(line -> line.codec(spec).isPresent()))
                .min(Comparator.comparingDouble(spec -> usdWithUnpack(spec, lines)));
    }

    private static double usdWithUnpack(CodecSpec spec, List<TrafficLine> lines) {
        return lines.stream()
                .mapToDouble(line -> line.packed()
                        .flatMap(packed -> packed.codec(spec))
                        .or(() -> line.codec(spec))
                        .orElseThrow()
                        .usd())
                .sum();
    }

    private static CodecSpec cheapest(List<TrafficLine> lines, boolean unpacked) {
        return lines.get(0).codecs().stream()
                .map(CodecLine::spec)
                .filter(spec -> lines.stream().allMatch(line -> line.codec(spec).isPresent()))
                .min(Comparator.comparing((CodecSpec spec) -> unpacked && spec.codec() == Codec.NONE)
                        .thenComparingDouble(spec -> usd(spec, lines)))
                .orElseThrow();
    }

    private static double usd(CodecSpec spec, List<TrafficLine> lines) {
        return lines.stream()
                .mapToDouble(line -> line.codec(spec).orElseThrow().usd())
                .sum();
    }

    private static String codec(CodecSpec spec) {
        String codec = "codec: " + spec.codec().label();
        if (Levels.of(spec.codec()).exist()) {
            codec += ", level: " + spec.level();
        }
        boolean usualWindow = spec.equals(CodecSpec.of(spec.codec(), spec.level()));
        return usualWindow ? codec : codec + ", window: " + Sizes.format(1L << spec.windowLog());
    }
}

package io.narrows.estimate.report;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.PackedFormat;
import io.narrows.config.Tariff;
import io.narrows.config.TrafficClass;
import io.narrows.estimate.run.CodecFigures;
import io.narrows.estimate.run.Estimate;
import io.narrows.estimate.run.EstimateCounts;
import io.narrows.estimate.run.PolicyCodecs;
import io.narrows.estimate.run.TrafficFigures;
import io.narrows.estimate.run.TrafficKey;
import io.narrows.estimate.tcp.PacketCounts;
import io.narrows.estimate.tcp.StreamCounts;
import io.narrows.unpack.PieceCounts;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * An estimate as amounts per month.
 *
 * @param lines the most expensive traffic without sidecars first, then the largest
 */
public record Report(
        Tariff tariff, PacketCounts packets, StreamCounts streams, EstimateCounts counts, List<TrafficLine> lines) {
    private static final double SECONDS_PER_MONTH = 30.4375 * 86_400;
    private static final double SECONDS_PER_HOUR = 3600;

    /** Traffic whose best ratio is lower counts as incompressible. */
    private static final double LEAST_RATIO = 1.05;

    /** Share of gRPC bytes from which their own compression is the reason. */
    private static final double MOSTLY = 0.5;

    public Report {
        lines = List.copyOf(lines);
    }

    /**
     * Computes the amounts.
     *
     * @param packets those of the whole capture, whose length is the time in which the traffic was sent
     * @param streams TCP segments of the whole capture
     * @throws NoRateException if all packets of the capture have the same time, or are centuries apart
     */
    public static Report of(Estimate estimate, PacketCounts packets, StreamCounts streams, Tariff tariff)
            throws NoRateException {
        if (packets.nanos() == 0 && !estimate.traffic().isEmpty()) {
            throw NoRateException.sameTime();
        }
        if (packets.nanos() == Long.MAX_VALUE) {
            throw NoRateException.impossibleTimes();
        }
        double months = packets.nanos() / 1e9 / SECONDS_PER_MONTH;
        List<TrafficLine> lines = estimate.traffic().entrySet().stream()
                .map(entry -> line(entry.getKey(), entry.getValue(), tariff, months))
                .sorted(Comparator.comparingDouble(TrafficLine::usdWithout)
                        .thenComparingDouble(TrafficLine::appGb)
                        .reversed())
                .toList();
        return new Report(tariff, packets, streams, estimate.counts(), lines);
    }

    private static TrafficLine line(TrafficKey key, TrafficFigures figures, Tariff tariff, double months) {
        double usdPerByte =
                tariff.usdPerByteOfBothEnds(key.from().location(), key.to().location());
        List<CodecLine> codecs = codecs(figures.codecs(), tariff, usdPerByte, months);
        return new TrafficLine(
                key,
                gigabytes(figures.appBytes(), tariff) / months,
                figures.ipBytes() * usdPerByte / months,
                chosen(figures.policy(), codecs),
                codecs.get(0),
                codecs,
                figures.policy().auto(),
                figures.unpack(),
                packed(figures, tariff, usdPerByte, months),
                obstacle(key.trafficClass(), figures, codecs));
    }

    /** Returns the lines of codecs, the cheapest first. */
    private static List<CodecLine> codecs(
            Map<CodecSpec, CodecFigures> figures, Tariff tariff, double usdPerByte, double months) {
        return figures.entrySet().stream()
                .map(entry -> codec(entry, tariff, usdPerByte, months))
                .sorted(Comparator.comparingDouble(CodecLine::usd).thenComparingDouble(CodecLine::cores))
                .toList();
    }

    private static Optional<PackedLine> packed(
            TrafficFigures figures, Tariff tariff, double usdPerByte, double months) {
        PieceCounts pieces = figures.pieces();
        boolean isUnpacked = pieces.unpackedBytes() > 0;
        return pieces.pieces() == 0
                ? Optional.empty()
                : Optional.of(new PackedLine(
                        pieces.formats(),
                        gigabytes(pieces.bytes(), tariff) / months,
                        pieces.share(),
                        isUnpacked ? codecs(figures.codecsWithUnpack(), tariff, usdPerByte, months) : List.of()));
    }

    /** @param codecs the cheapest first */
    private static CodecLine chosen(PolicyCodecs policy, List<CodecLine> codecs) {
        List<CodecLine> candidates = codecs.stream()
                .filter(line -> policy.candidates().contains(line.spec()))
                .toList();
        return policy.minimizesBytes()
                ? Collections.min(candidates, Comparator.comparingDouble(CodecLine::wireGb))
                : candidates.get(0);
    }

    private static CodecLine codec(
            Map.Entry<CodecSpec, CodecFigures> entry, Tariff tariff, double usdPerByte, double months) {
        CodecFigures figures = entry.getValue();
        double cpuPerMonth = figures.cpuSeconds() / months;
        return new CodecLine(
                entry.getKey(),
                gigabytes(figures.wireBytes(), tariff) / months,
                (double) figures.appBytes() / figures.wireBytes(),
                figures.cpuSeconds() / gigabytes(figures.appBytes(), tariff),
                cpuPerMonth / SECONDS_PER_MONTH,
                figures.ipBytes() * usdPerByte / months,
                cpuPerMonth / SECONDS_PER_HOUR * tariff.cpuCoreHour());
    }

    private static double gigabytes(double bytes, Tariff tariff) {
        return bytes / tariff.preset().unit().bytes();
    }

    private static Optional<String> obstacle(
            TrafficClass trafficClass, TrafficFigures figures, List<CodecLine> codecs) {
        if (trafficClass.equals(TrafficClass.ENCRYPTED)) {
            return Optional.of("encrypted by the application: end its TLS in the sidecar (tls in the capture and in the"
                    + " peer's target)");
        }
        if (figures.compressedInsideBytes() > figures.appBytes() * MOSTLY) {
            return Optional.of(
                    "gRPC messages are already compressed: " + remedy(figures) + "turn that off in the application");
        }
        double bestRatio = codecs.stream().mapToDouble(CodecLine::ratio).max().orElseThrow();
        boolean tried = codecs.size() > 1;
        return tried && bestRatio < LEAST_RATIO
                ? Optional.of("compressed or random inside: " + remedy(figures)
                        + "turn off the database's own compression, if it has one")
                : Optional.empty();
    }

    /** Returns the rule's key that helps, as the beginning of a choice; empty if none does. */
    private static String remedy(TrafficFigures figures) {
        boolean helps = figures.unpack().isEmpty() && figures.pieces().unpackedBytes() > 0;
        return helps ? "add " + unpack(figures.pieces().formats()) + " to the rule, or " : "";
    }

    /** Returns the key of a rule, {@code unpack: [lz4, gzip]}. */
    public static String unpack(Set<PackedFormat> formats) {
        return formats.stream().map(PackedFormat::keyword).collect(Collectors.joining(", ", "unpack: [", "]"));
    }

    public double usdWithout() {
        return lines.stream().mapToDouble(TrafficLine::usdWithout).sum();
    }

    /** Returns the price with the policy, processor time included. */
    public double usdWithPolicy() {
        return lines.stream().mapToDouble(line -> line.chosen().usd()).sum();
    }

    /** Returns the price with the best codec of each line, processor time included. */
    public double usdWithBest() {
        return lines.stream().mapToDouble(line -> line.best().usd()).sum();
    }
}

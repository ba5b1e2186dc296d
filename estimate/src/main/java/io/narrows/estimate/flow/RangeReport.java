package io.narrows.estimate.flow;

import io.narrows.codec.CodecSpec;
import io.narrows.config.Objective;
import io.narrows.estimate.measured.MeasuredFigures;
import io.narrows.estimate.measured.Range;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;

/**
 * An estimate of traffic whose content is unknown, per month of 30.4375 days.
 *
 * @param lines the policy's choice by distance, nearest first
 * @param keepAlive bytes of idle links by distance, nearest first
 * @param codecs the traffic that has a price under each codec, in the order of the highest price
 * @param auto the objective of {@code codec: auto}, if the policy has such a rule for some of the traffic
 * @param sources places in the documentation of the figures that were used
 */
public record RangeReport(
        TrafficMatrix matrix,
        RangeSettings settings,
        List<DistanceLine> lines,
        List<KeepAliveLine> keepAlive,
        List<CodecRange> codecs,
        Optional<Objective> auto,
        SortedSet<String> sources) {
    private static final double SECONDS_PER_MONTH = 30.4375 * 86_400;

    public RangeReport {
        lines = List.copyOf(lines);
        keepAlive = List.copyOf(keepAlive);
        codecs = List.copyOf(codecs);
    }

    /** Computes the amounts. */
    public static RangeReport of(TrafficMatrix matrix, RangeSettings settings) {
        RangeSums sums = new RangeSums(settings, MeasuredFigures.load());
        matrix.bytesPerSecond().forEach((path, bytes) -> sums.traffic(path, bytes * SECONDS_PER_MONTH));
        matrix.pairs().forEach((path, pairs) -> sums.pairs(path, pairs, SECONDS_PER_MONTH));
        return new RangeReport(
                matrix, settings, sums.lines(), sums.keepAlive(), sums.codecs(), sums.auto(), sums.sources());
    }

    /** Returns the price without sidecars. */
    public double usdWithout() {
        return lines.stream().mapToDouble(DistanceLine::usdWithout).sum();
    }

    /** Returns the price with the policy, with processor time and idle links. */
    public Range usdWithPolicy() {
        Range traffic = lines.stream().map(line -> line.chosen().usd()).reduce(Range.ZERO, Range::plus);
        return traffic.plus(usdKeepAlive());
    }

    /** Returns the price of idle links. */
    public Range usdKeepAlive() {
        return keepAlive.stream().map(KeepAliveLine::usd).reduce(Range.ZERO, Range::plus);
    }

    /** Returns the codec whose highest price is lowest; empty if no traffic has a price. */
    public Optional<CodecSpec> best() {
        return codecs.stream()
                .min(Comparator.comparingDouble(codec -> codec.usd().high()))
                .map(CodecRange::spec);
    }

    /** Returns the traffic on a path, in the tariff's gigabytes. */
    public double gbPerMonth(ZonePath path) {
        return bytesPerMonth(path) / settings.tariff().preset().unit().bytes();
    }

    /** Returns the price of the traffic on a path without sidecars. */
    public double usdPerMonth(ZonePath path) {
        return bytesPerMonth(path) * path.usdPerByte(settings.tariff());
    }

    private double bytesPerMonth(ZonePath path) {
        return matrix.bytesPerSecond().getOrDefault(path, 0.0) * SECONDS_PER_MONTH;
    }

    /** Returns the unit of gigabytes. */
    public String unit() {
        return settings.tariff().preset().unit().label();
    }
}

package io.narrows.proxy.auto;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecCost;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Config;
import io.narrows.proxy.sample.SampleSums;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The candidates that a link may use now, and the one that it would use with enough processors.
 *
 * @param current the candidate in use; absent from {@code allowed} if the link may not use it now
 * @param measured the candidates that were measured, usable or not
 * @param wanted one of {@code allowed}
 * @param withdrawn whether the link may no longer use its candidate at all
 * @param overloaded whether the application wrote faster than the current candidate encoded
 */
record LinkOffer(
        LinkChoice choice,
        AutoLink.Asked asked,
        CandidateCost current,
        List<CandidateCost> measured,
        List<CandidateCost> allowed,
        CandidateCost wanted,
        boolean withdrawn,
        boolean overloaded) {
    /** The part of its processor time that a candidate may need to take the place of one that was too slow. */
    private static final double CLEARLY_FASTER = 0.7;

    /** The factor by which figures of the same candidate may differ between samples. */
    private static final double TOLERANCE = 1.05;

    /** The cost of no compression before the traffic was measured, so that other links give way first. */
    private static final double UNKNOWN_LOSS = 1e100;

    /**
     * Returns the offer to a link; empty if it has no candidate yet.
     *
     * @param figures the figures of the candidates; empty while there are none
     */
    static Optional<LinkOffer> to(
            LinkChoice choice,
            AutoLink.Asked asked,
            Config config,
            Map<CodecSpec, SampleSums> figures,
            boolean overloaded,
            long now) {
        CodecSpec chosen = choice.link().chosen();
        if (chosen == null) {
            return Optional.empty();
        }
        boolean isListed = config.auto().candidates().contains(chosen);
        Costs costs = Costs.of(config, asked.traffic(), choice.link().drainNanosPerByte(now));
        List<CandidateCost> measured = measured(config, figures, costs);
        CodecSpec first = config.auto().first();
        List<CandidateCost> known = measured.isEmpty() ? unmeasured(isListed ? chosen : first, first) : measured;
        List<CandidateCost> usable = known.stream()
                .filter(cost -> asked.usable().contains(cost.candidate()))
                .toList();
        CandidateCost current = known.stream()
                .filter(cost -> cost.candidate().equals(chosen))
                .findFirst()
                .orElseGet(() -> assumed(chosen));
        double most = choice.hold().mostNanosPerByte(now) * TOLERANCE;
        double faster = overloaded ? current.cpuNanosPerByte() * CLEARLY_FASTER : Double.POSITIVE_INFINITY;
        List<CandidateCost> allowed = within(Math.min(most, faster), usable);
        CandidateCost wanted = wanted(allowed, current, config.auto().hysteresis());
        boolean withdrawn = !isListed || !asked.usable().contains(chosen);
        return Optional.of(new LinkOffer(choice, asked, current, measured, allowed, wanted, withdrawn, overloaded));
    }

    /** Returns the candidates with figures; none if no candidate that compresses has any, as after a change of the list. */
    private static List<CandidateCost> measured(Config config, Map<CodecSpec, SampleSums> figures, Costs costs) {
        List<CandidateCost> measured = new ArrayList<>();
        for (CodecSpec candidate : config.auto().candidates()) {
            SampleSums sums = figures.get(candidate);
            if (sums != null && sums.appBytes() > 0) {
                measured.add(costs.of(candidate, sums));
            }
        }
        boolean compares = measured.stream().anyMatch(cost -> cost.candidate().codec() != Codec.NONE);
        return compares ? measured : List.of();
    }

    /** Returns what a link may use before its traffic was measured: what it has, the first candidate, or nothing. */
    private static List<CandidateCost> unmeasured(CodecSpec chosen, CodecSpec first) {
        return Stream.of(chosen, first, CodecSpec.of(Codec.NONE))
                .distinct()
                .map(LinkOffer::assumed)
                .toList();
    }

    private static CandidateCost assumed(CodecSpec candidate) {
        double perByte = candidate.codec() == Codec.NONE ? UNKNOWN_LOSS : 0;
        return new CandidateCost(
                candidate, perByte, CodecCost.ofEncoding(candidate).nanosPerByte());
    }

    /** Returns the candidates that need at most that much processor time, or else those that need least. */
    private static List<CandidateCost> within(double nanosPerByte, List<CandidateCost> candidates) {
        double least = candidates.stream()
                .mapToDouble(CandidateCost::cpuNanosPerByte)
                .min()
                .orElse(0);
        return candidates.stream()
                .filter(cost -> cost.cpuNanosPerByte() <= Math.max(nanosPerByte, least))
                .toList();
    }

    private static CandidateCost wanted(List<CandidateCost> allowed, CandidateCost current, double hysteresis) {
        CandidateCost best = allowed.stream()
                .min(Comparator.comparingDouble(CandidateCost::perByte))
                .orElse(current);
        boolean isClearlyBetter = best.perByte() < current.perByte() * (1 - hysteresis);
        return allowed.contains(current) && !isClearlyBetter ? current : best;
    }

    BudgetFit.Demand demand(double bytesPerSecond) {
        return new BudgetFit.Demand(bytesPerSecond, wanted, allowed);
    }

    /** Returns the processors that the current candidate takes, as measured by samples. */
    double processors(double bytesPerSecond) {
        return bytesPerSecond * current.cpuNanosPerByte() / 1e9;
    }
}

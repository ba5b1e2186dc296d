package io.narrows.proxy.auto;

import io.narrows.codec.CodecSpec;
import io.narrows.config.Config;
import io.narrows.config.Traffic;
import io.narrows.proxy.sample.SampleSums;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * Chooses the candidates of all links: for each the one that costs least, as far as all of them together fit into the processors
 * that the process may use. Used on one thread.
 */
final class Planner {
    /** The part of the budget that choices may fill while the process keeps within it. */
    private static final double FILLED = 0.9;

    /** The part of the budget that is left to links that give way. */
    private static final double FILLED_AFTER_EXCESS = 0.75;

    /** Links that send less, in bytes per second, keep their candidate. */
    private static final double IDLE = 1;

    private final Function<Kind, Map<CodecSpec, SampleSums>> figuresOf;
    private final BiConsumer<Kind, SwitchReason> switched;
    private final InstantSource clock;

    /**
     * @param figuresOf returns the figures of a peer and class, for links without their own; empty if there are none
     * @param switched is notified of each switch
     */
    Planner(
            Function<Kind, Map<CodecSpec, SampleSums>> figuresOf,
            BiConsumer<Kind, SwitchReason> switched,
            InstantSource clock) {
        this.figuresOf = figuresOf;
        this.switched = switched;
        this.clock = clock;
    }

    /**
     * Chooses.
     *
     * @param now on the nano clock
     * @return the choices in force
     */
    List<AutoChoice> choose(Collection<LinkChoice> links, Config config, ProcessorUse use, long now) {
        List<LinkOffer> offers = new ArrayList<>();
        for (LinkChoice choice : links) {
            boolean overloaded = choice.link().takeOverloaded();
            AutoLink.Asked asked = choice.link().asked();
            if (asked == null
                    || !config.policy().choose(asked.traffic()).compression().auto()) {
                continue;
            }
            choice.follow(Kind.of(asked.traffic()), clock.instant());
            LinkOffer.to(choice, asked, config, figures(choice.link(), asked.traffic()), overloaded, now)
                    .ifPresent(offers::add);
        }
        List<BudgetFit.Demand> demands = offers.stream()
                .map(offer -> offer.demand(bytesPerSecond(offer, use)))
                .toList();
        List<CandidateCost> fitted = BudgetFit.fit(demands, room(offers, config, use));
        List<AutoChoice> chosen = new ArrayList<>();
        for (int i = 0; i < offers.size(); i++) {
            apply(offers.get(i), fitted.get(i), use, now);
            chosen.add(published(offers.get(i)));
        }
        return chosen;
    }

    private Map<CodecSpec, SampleSums> figures(AutoLink link, Traffic traffic) {
        Map<CodecSpec, SampleSums> own = link.samples().of(traffic.trafficClass());
        return own.isEmpty() ? figuresOf.apply(Kind.of(traffic)) : own;
    }

    private static double bytesPerSecond(LinkOffer offer, ProcessorUse use) {
        TrafficRate rate = offer.choice().rate();
        return use.exceedsBudget() ? rate.latest() : rate.average();
    }

    /** Returns the processors that are left to encoding, after everything else that the process does. */
    private static double room(List<LinkOffer> offers, Config config, ProcessorUse use) {
        double encoding = offers.stream()
                .mapToDouble(offer -> offer.processors(bytesPerSecond(offer, use)))
                .sum();
        double used = use.exceedsBudget() ? use.pace() : Math.max(use.pace(), use.average());
        double others = Math.max(0, used - encoding);
        double filled = use.exceedsBudget() ? FILLED_AFTER_EXCESS : FILLED;
        return filled * config.auto().cpuBudget() - others;
    }

    private void apply(LinkOffer offer, CandidateCost fitted, ProcessorUse use, long now) {
        LinkChoice choice = offer.choice();
        boolean isIdle = choice.rate().average() < IDLE;
        boolean isFirst = !choice.isMeasured() && !offer.measured().isEmpty();
        if (isFirst && !isIdle) {
            choice.measured();
        }
        CandidateCost best = use.exceedsBudget() ? fitted : withoutExcess(offer, fitted);
        if (best.candidate().equals(offer.current().candidate())) {
            return;
        }
        SwitchReason reason = reason(offer, best, isFirst);
        if (isIdle && reason != SwitchReason.WITHDRAWN || !choice.limit().allows(reason, now)) {
            return;
        }
        CandidateCost to = reason.isUrgent() && choice.limit().isLast(now) ? cheapest(offer) : best;
        if (reason == SwitchReason.CPU || reason == SwitchReason.QUEUE) {
            choice.hold().gaveWay(to.cpuNanosPerByte(), now);
        }
        choice.change(to.candidate(), reason, now, clock.instant());
        switched.accept(Kind.of(offer.asked().traffic()), reason);
    }

    /** Returns the choice while the process keeps within its budget, so that no link has to give way for the others. */
    private static CandidateCost withoutExcess(LinkOffer offer, CandidateCost fitted) {
        CandidateCost wanted = offer.wanted();
        double nanosPerByte = offer.current().cpuNanosPerByte();
        if (offer.withdrawn() || wanted.cpuNanosPerByte() <= nanosPerByte) {
            return wanted;
        }
        return fitted.cpuNanosPerByte() >= nanosPerByte ? fitted : offer.current();
    }

    private static CandidateCost cheapest(LinkOffer offer) {
        return offer.allowed().stream()
                .min(Comparator.comparingDouble(CandidateCost::cpuNanosPerByte))
                .orElseThrow();
    }

    private static SwitchReason reason(LinkOffer offer, CandidateCost to, boolean isFirst) {
        if (offer.withdrawn()) {
            return SwitchReason.WITHDRAWN;
        }
        if (offer.overloaded()) {
            return SwitchReason.QUEUE;
        }
        boolean givesWay = !to.equals(offer.wanted())
                && to.cpuNanosPerByte() < offer.current().cpuNanosPerByte();
        if (givesWay) {
            return SwitchReason.CPU;
        }
        if (isFirst) {
            return SwitchReason.MEASURED;
        }
        SwitchReason before = offer.choice().reason();
        boolean gaveWay = before == SwitchReason.CPU || before == SwitchReason.QUEUE;
        return gaveWay && to.cpuNanosPerByte() > offer.current().cpuNanosPerByte()
                ? SwitchReason.RECOVERED
                : SwitchReason.BETTER;
    }

    private static AutoChoice published(LinkOffer offer) {
        LinkChoice choice = offer.choice();
        CodecSpec chosen = choice.link().chosen();
        return new AutoChoice(
                offer.asked().traffic().peer(),
                offer.asked().traffic().trafficClass(),
                chosen == null ? offer.current().candidate() : chosen,
                choice.since(),
                Optional.ofNullable(choice.reason()),
                choice.rate().average(),
                offer.measured());
    }
}

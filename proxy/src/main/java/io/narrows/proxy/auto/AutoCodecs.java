package io.narrows.proxy.auto;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Config;
import io.narrows.config.Objective;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.sample.SampleSums;
import io.narrows.proxy.sample.WhatIf;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Chooses the codecs of links whose rule has {@code codec: auto}: for each link the candidate that costs least by the samples of
 * that link, or of its peer and class while it has none of its own. While the process is over its processor budget, or a link's
 * queue grows, links give way to faster candidates. The thread that chooses runs while there are such links. Safe for use by many
 * threads.
 */
public final class AutoCodecs implements LinkTap, AutoCloseable {
    /** The time between two choices. */
    static final long PERIOD_NANOS = 1_000_000_000L;

    /** The shortest time between two choices, in which giving way shows its effect. */
    static final long EFFECT_NANOS = 500_000_000L;

    private final LiveConfig live;
    private final WhatIf whatIf;
    private final LongSupplier cpuNanos;
    private final LongSupplier nanoClock;
    private final InstantSource clock;
    private final AutoMeter meter = new AutoMeter();
    private final Planner planner;
    private final Ticker ticker;
    private final Set<AutoLink> links = ConcurrentHashMap.newKeySet();
    private final Map<Kind, RecentFigures> figures = new ConcurrentHashMap<>();
    private final Map<Kind, CodecSpec> latest = new ConcurrentHashMap<>();
    private final Map<AutoLink, LinkChoice> choices = new HashMap<>();
    private final CpuBudget budget = new CpuBudget();
    private long chosenAt;
    private volatile AutoState state = AutoState.NONE;
    private volatile boolean hurried;

    /**
     * @param cpuNanos processor time since the start of the process
     * @param nanoClock the clock of the links
     * @param clock the time of choices as people read it
     */
    public AutoCodecs(
            LiveConfig live, WhatIf whatIf, LongSupplier cpuNanos, LongSupplier nanoClock, InstantSource clock) {
        this(live, whatIf, cpuNanos, nanoClock, clock, CpuHistory.PERIOD_NANOS);
    }

    /** @param periodNanos between two calls of {@link #tick} by this object's own thread */
    AutoCodecs(
            LiveConfig live,
            WhatIf whatIf,
            LongSupplier cpuNanos,
            LongSupplier nanoClock,
            InstantSource clock,
            long periodNanos) {
        this.live = live;
        this.whatIf = whatIf;
        this.cpuNanos = cpuNanos;
        this.nanoClock = nanoClock;
        this.clock = clock;
        this.chosenAt = nanoClock.getAsLong();
        this.planner = new Planner(this::figuresOf, meter::switched, clock);
        this.ticker = new Ticker("narrows-auto", this::tick, periodNanos);
    }

    @Override
    public Connection connection(PeerId peer, IntUnaryOperator wireBytes, Unpacking unpacking) {
        LinkSamples samples = new LinkSamples(
                () -> live.current().auto().candidates(),
                (trafficClass, sample) -> sampled(new Kind(peer, trafficClass), sample),
                nanoClock);
        return new AutoLink(this, whatIf.connection(peer, wireBytes, unpacking, samples), samples);
    }

    private void sampled(Kind kind, Map<CodecSpec, SampleSums> sample) {
        if (live.current().peer(kind.peer()).isEmpty()) {
            return; // gone meanwhile
        }
        figures.computeIfAbsent(kind, added -> new RecentFigures()).add(sample);
    }

    private Map<CodecSpec, SampleSums> figuresOf(Kind kind) {
        RecentFigures known = figures.get(kind);
        return known == null ? Map.of() : known.get();
    }

    /** Returns the candidate of a link about which nothing is known: the latest choice for its peer and class, or the first one. */
    CodecSpec first(AutoLink.Asked asked) {
        List<CodecSpec> candidates = live.current().auto().candidates();
        CodecSpec known = latest.get(Kind.of(asked.traffic()));
        return Stream.concat(
                        Stream.ofNullable(known).filter(candidates::contains),
                        candidates.stream().filter(candidate -> candidate.codec() != Codec.NONE))
                .filter(candidate -> asked.usable().contains(candidate))
                .findFirst()
                .orElse(CodecSpec.of(Codec.NONE));
    }

    /** Chooses for a link from now on. */
    void join(AutoLink link) {
        links.add(link);
        AutoLink.Asked asked = link.asked();
        if (asked != null) {
            meter.add(Kind.of(asked.traffic()));
        }
        ticker.on();
    }

    void leave(AutoLink link) {
        links.remove(link);
    }

    /** Chooses soon, since a link is overloaded. */
    void hurry() {
        hurried = true;
    }

    /** Returns whether to measure how fast sockets take bytes, which only one objective needs. */
    boolean measuresDrain() {
        return live.current().auto().objective() == Objective.LATENCY;
    }

    long now() {
        return nanoClock.getAsLong();
    }

    /** Reads the clock of the process, and chooses if it is time. Called every 20 ms on one thread. */
    synchronized void tick() {
        long now = nanoClock.getAsLong();
        budget.read(now, cpuNanos.getAsLong());
        Config config = live.current();
        boolean exceeded = budget.isExceeded(config.auto().cpuBudget());
        ProcessorUse use = new ProcessorUse(budget.now(), budget.pace(), budget.average(), exceeded);
        long elapsed = now - chosenAt;
        boolean isUrgent = exceeded || hurried;
        if (elapsed >= PERIOD_NANOS || isUrgent && elapsed >= EFFECT_NANOS) {
            chosenAt = now;
            hurried = false;
            state = new AutoState(choose(config, use, now), use);
            if (links.isEmpty()) {
                rest();
            }
        }
    }

    private List<AutoChoice> choose(Config config, ProcessorUse use, long now) {
        choices.keySet().retainAll(links);
        for (AutoLink link : links) {
            choices.computeIfAbsent(link, added -> new LinkChoice(link, now, clock.instant()))
                    .rate()
                    .read(link.sentBytes(), now);
        }
        List<AutoChoice> inForce = planner.choose(choices.values(), config, use, now);
        inForce.stream()
                .filter(choice -> !choice.costs().isEmpty())
                .sorted(Comparator.comparingDouble(AutoChoice::bytesPerSecond))
                .forEach(choice -> latest.put(new Kind(choice.peer(), choice.trafficClass()), choice.candidate()));
        return inForce;
    }

    /** Stops the thread until a link joins. */
    private void rest() {
        ticker.off();
        state = AutoState.NONE;
        budget.clear(); // the idle time until the next link must not count
        if (!links.isEmpty()) { // one joined meanwhile
            ticker.on();
        }
    }

    /** Returns the choices in force. */
    public AutoState state() {
        return state;
    }

    AutoMeter meter() {
        return meter;
    }

    /** Removes the figures of a peer that is gone. */
    public void forget(PeerId peer) {
        figures.keySet().removeIf(kind -> kind.peer().equals(peer));
        latest.keySet().removeIf(kind -> kind.peer().equals(peer));
        meter.forget(peer);
    }

    /** Ends choosing. Links keep their codecs. */
    @Override
    public void close() {
        ticker.close();
    }
}

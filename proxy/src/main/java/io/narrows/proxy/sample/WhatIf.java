package io.narrows.proxy.sample;

import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.config.WhatIfSettings;
import io.narrows.proxy.link.context.ContextBudget;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Measures what links would send with other codecs and levels. Copies of the bytes of a few connections are compressed by each
 * candidate, from a new context on, and discarded. Connections have turns, so that each peer and class gets one. Copies and
 * contexts are charged to the peer's memory for sending. Safe for use by many threads.
 */
public final class WhatIf implements LinkTap, AutoCloseable {
    /** The connections that are sampled at once. */
    static final int MOST_CONNECTIONS = 2;

    /** Traffic that takes turns with others. */
    private record Kind(PeerId peer, TrafficClass trafficClass) {}

    private final LiveConfig live;
    private final Codecs codecs;
    private final MemoryLedger memory;
    private final LongSupplier nanoClock;
    private final SampleWorker worker;
    private final WhatIfTurn.Shared shared;
    private final SampleTurns<WhatIfTurn> turns;
    private final LongAdder dropped = new LongAdder();
    /** Guards the figures, so that those of all candidates of a turn are read, or none. */
    private final Object figures = new Object();

    private final Map<WhatIfLabels, WhatIfWindow> windows = new ConcurrentHashMap<>();
    private final SampleQueue<Kind> queue = new SampleQueue<>();

    /**
     * @param allocator of the copies
     * @param worker closed by its owner, before this
     * @param nanoClock the clock of the links
     */
    public WhatIf(
            LiveConfig live,
            Codecs codecs,
            MemoryLedger memory,
            ContextBudget contexts,
            ByteBufAllocator allocator,
            SampleWorker worker,
            LongSupplier nanoClock) {
        this.live = live;
        this.codecs = codecs;
        this.memory = memory;
        this.nanoClock = nanoClock;
        this.worker = worker;
        this.shared = new WhatIfTurn.Shared(allocator, worker, contexts, nanoClock, figures, dropped);
        this.turns = new SampleTurns<>(MOST_CONNECTIONS, worker);
    }

    @Override
    public Connection connection(PeerId peer, IntUnaryOperator wireBytes) {
        return connection(peer, wireBytes, SampleNeed.NONE);
    }

    /** Returns the observer of a connection of which other samples are needed as well. */
    public Connection connection(PeerId peer, IntUnaryOperator wireBytes, SampleNeed need) {
        return new WhatIfConnection(this, peer, wireBytes, need, nanoClock.getAsLong());
    }

    /**
     * Begins the turn of a connection; empty if no sample is needed, if it is the turn of others, or if the process is short of
     * processors.
     */
    Optional<WhatIfTurn> begin(
            PeerId peer, TrafficClass trafficClass, IntUnaryOperator wireBytes, SampleNeed need, long now) {
        List<CodecSpec> needed = need.candidates();
        boolean isForChoice = !needed.isEmpty();
        TurnLimits limits = isForChoice ? TurnLimits.CHOICE : TurnLimits.WHAT_IF;
        boolean isWanted = isForChoice || live.current().whatIf().active();
        if (!isWanted || worker.isShortOfCpu() && !limits.isSlowWhenShort()) {
            return Optional.empty();
        }
        Kind kind = new Kind(peer, trafficClass);
        synchronized (queue) {
            if (!queue.isNext(kind, limits.restNanos(), now)) {
                return Optional.empty();
            }
            Optional<WhatIfTurn> turn = turns.begin(() -> turn(kind, wireBytes, need, limits, now), now);
            turn.ifPresent(any -> queue.begun(kind, now));
            return turn;
        }
    }

    private WhatIfTurn turn(Kind kind, IntUnaryOperator wireBytes, SampleNeed need, TurnLimits limits, long now) {
        List<CodecSpec> counted = candidates();
        List<WhatIfTrial> trials = Stream.concat(counted.stream(), usable(need.candidates()))
                .distinct()
                .map(candidate -> new WhatIfTrial(
                        shared,
                        kind.peer(),
                        candidate,
                        wireBytes,
                        counted.contains(candidate) ? window(kind, candidate) : new WhatIfWindow()))
                .toList();
        return new WhatIfTurn(
                shared,
                memory.account(Purpose.SENDING, kind.peer()),
                trials,
                limits,
                figures -> need.sampled(kind.trafficClass(), figures),
                now);
    }

    /** Returns the candidates of what-if, in the order of the figures; none if it is off. */
    private List<CodecSpec> candidates() {
        WhatIfSettings settings = live.current().whatIf();
        return settings.active() ? usable(settings.candidates()).toList() : List.of();
    }

    private Stream<CodecSpec> usable(List<CodecSpec> candidates) {
        return candidates.stream().filter(candidate -> codecs.has(candidate.codec()));
    }

    private WhatIfWindow window(Kind kind, CodecSpec candidate) {
        return windows.computeIfAbsent(
                new WhatIfLabels(kind.peer(), kind.trafficClass(), candidate), added -> new WhatIfWindow());
    }

    /** Ends a turn, once. */
    void end(WhatIfTurn turn) {
        turns.end(turn);
    }

    /** Returns the figures since the start, in no particular order. */
    List<WhatIfEstimate> totals() {
        List<WhatIfEstimate> totals = new ArrayList<>();
        synchronized (figures) {
            windows.forEach((labels, window) -> totals.add(WhatIfEstimate.of(labels, window.total())));
        }
        return totals;
    }

    /** Returns whether only links whose codec is chosen are sampled, because the process is short of processors. */
    boolean isShortOfCpu() {
        return worker.isShortOfCpu();
    }

    /** Returns how many turns were sampled for nothing, since the process became short of processors or compressing failed. */
    long droppedTurns() {
        return dropped.sum();
    }

    /** Returns the figures of the configured candidates from samples of the last ten minutes, by peer, class and candidate. */
    public List<WhatIfEstimate> estimates() {
        long now = nanoClock.getAsLong();
        List<WhatIfEstimate> estimates = new ArrayList<>();
        List<CodecSpec> candidates = candidates();
        synchronized (figures) {
            windows.forEach((labels, window) -> estimates.add(WhatIfEstimate.of(labels, window.sum(now))));
        }
        estimates.removeIf(estimate -> estimate.appBytes() == 0 || !candidates.contains(estimate.candidate()));
        estimates.sort(Comparator.comparing(
                        (WhatIfEstimate estimate) -> estimate.peer().value())
                .thenComparing(estimate -> estimate.trafficClass().name())
                .thenComparingInt(estimate -> candidates.indexOf(estimate.candidate())));
        return estimates;
    }

    /** Removes the figures of a peer that is gone. */
    public void forget(PeerId peer) {
        synchronized (figures) {
            windows.keySet().removeIf(labels -> labels.peer().equals(peer));
        }
        synchronized (queue) {
            queue.forget(kind -> kind.peer().equals(peer));
        }
    }

    /** Ends all sampling. Links continue. Close the worker first. */
    @Override
    public void close() {
        turns.close();
    }
}

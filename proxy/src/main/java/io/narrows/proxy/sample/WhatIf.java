package io.narrows.proxy.sample;

import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.codec.Codecs;
import io.narrows.codec.PackedFormat;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.config.WhatIfSettings;
import io.narrows.proxy.link.context.ContextBudget;
import io.narrows.proxy.link.registry.LinkTap;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.MemoryLedger;
import io.narrows.proxy.memory.Purpose;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Measures what links would send with other codecs and levels, without {@code unpack} and with it. Copies of the bytes of a few
 * connections are compressed by each candidate, from a new context on, and discarded. Connections have turns, so that each peer and class gets one. Copies and
 * contexts are charged to the peer's memory for sending. Safe for use by many threads.
 */
public final class WhatIf implements LinkTap, AutoCloseable {
    /** The connections that are sampled at once. */
    static final int MOST_CONNECTIONS = 2;

    private static final Set<PackedFormat> ALL_FORMATS = Set.of(PackedFormat.values());

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

    private final Map<WhatIfLabels, WhatIfWindows> windows = new ConcurrentHashMap<>();
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
    public Connection connection(PeerId peer, IntUnaryOperator wireBytes, Unpacking unpacking) {
        return connection(peer, wireBytes, unpacking, SampleNeed.NONE);
    }

    /** Returns the observer of a connection of which other samples are needed as well. */
    public Connection connection(PeerId peer, IntUnaryOperator wireBytes, Unpacking unpacking, SampleNeed need) {
        return new WhatIfConnection(this, new SampledLink(peer, wireBytes, unpacking, need), nanoClock.getAsLong());
    }

    /**
     * Begins the turn of a connection; empty if no sample is needed, if it is the turn of others, or if the process is short of
     * processors. Called on the link's event loop.
     */
    Optional<WhatIfTurn> begin(SampledLink link, TrafficClass trafficClass, long now) {
        List<CodecSpec> needed = link.need().candidates();
        boolean isForChoice = !needed.isEmpty();
        TurnLimits limits = isForChoice ? TurnLimits.CHOICE : TurnLimits.WHAT_IF;
        boolean isWanted = isForChoice || live.current().whatIf().active();
        if (!isWanted || worker.isShortOfCpu() && !limits.isSlowWhenShort()) {
            return Optional.empty();
        }
        Kind kind = new Kind(link.peer(), trafficClass);
        synchronized (queue) {
            if (!queue.isNext(kind, limits.restNanos(), now)) {
                return Optional.empty();
            }
            Optional<WhatIfTurn> turn = turns.begin(() -> turn(link, kind, limits, now), now);
            turn.ifPresent(any -> queue.begun(kind, now));
            return turn;
        }
    }

    private WhatIfTurn turn(SampledLink link, Kind kind, TurnLimits limits, long now) {
        Account account = memory.account(Purpose.SENDING, kind.peer());
        Set<PackedFormat> formats = link.unpacking().formats().get();
        List<CodecSpec> counted = candidates();
        List<CodecSpec> needed = usable(link.need().candidates()).toList();
        boolean choosesForContent = !formats.isEmpty();
        Map<CodecSpec, WhatIfTrial> trials = new LinkedHashMap<>();
        counted.forEach(candidate -> trials.put(
                candidate,
                new WhatIfTrial(
                        shared,
                        kind.peer(),
                        candidate,
                        link.wireBytes(),
                        windows(kind, candidate).plain())));
        if (!choosesForContent) {
            needed.forEach(candidate -> trials.computeIfAbsent(candidate, added -> uncounted(link, added)));
        }
        UnpackedCopies unpacked = counted.isEmpty()
                        || link.unpacking().recipes().count() == 0
                ? null
                : new UnpackedCopies(shared, account, link.unpacking(), formats.isEmpty() ? ALL_FORMATS : formats);
        return new WhatIfTurn(
                shared,
                account,
                new WhatIfTurn.Trials(
                        List.copyOf(trials.values()),
                        unpacked == null ? List.of() : unpackTrials(link, kind, counted, trials),
                        choosesForContent
                                ? needed.stream()
                                        .map(candidate -> uncounted(link, candidate))
                                        .toList()
                                : List.of()),
                unpacked,
                limits,
                choosesForContent && needed.isEmpty()
                        ? figures -> {}
                        : figures -> link.need().sampled(kind.trafficClass(), figures),
                now);
    }

    private WhatIfTrial uncounted(SampledLink link, CodecSpec candidate) {
        return new WhatIfTrial(shared, link.peer(), candidate, link.wireBytes(), new WhatIfWindow());
    }

    /** Returns the trials with unpacking, of the candidates that compress. */
    private List<UnpackTrial> unpackTrials(
            SampledLink link, Kind kind, List<CodecSpec> counted, Map<CodecSpec, WhatIfTrial> plain) {
        return counted.stream()
                .filter(candidate -> candidate.codec() != Codec.NONE)
                .map(candidate -> new UnpackTrial(
                        Objects.requireNonNull(plain.get(candidate)),
                        uncounted(link, candidate),
                        windows(kind, candidate).unpacked()))
                .toList();
    }

    /** Returns the candidates of what-if, in the order of the figures; none if it is off. */
    private List<CodecSpec> candidates() {
        WhatIfSettings settings = live.current().whatIf();
        return settings.active() ? usable(settings.candidates()).toList() : List.of();
    }

    private Stream<CodecSpec> usable(List<CodecSpec> candidates) {
        return candidates.stream().filter(candidate -> codecs.has(candidate.codec()));
    }

    private WhatIfWindows windows(Kind kind, CodecSpec candidate) {
        return windows.computeIfAbsent(
                new WhatIfLabels(kind.peer(), kind.trafficClass(), candidate), added -> WhatIfWindows.empty());
    }

    /** Ends a turn, once. */
    void end(WhatIfTurn turn) {
        turns.end(turn);
    }

    /** Returns the figures since the start, in no particular order. */
    List<WhatIfEstimate> totals() {
        List<WhatIfEstimate> totals = new ArrayList<>();
        synchronized (figures) {
            windows.forEach((labels, sums) -> {
                totals.add(WhatIfEstimate.of(labels, Set.of(), sums.plain().total()));
                Set<PackedFormat> formats = sums.unpacked().formats();
                if (!formats.isEmpty()) {
                    totals.add(
                            WhatIfEstimate.of(labels, formats, sums.unpacked().total()));
                }
            });
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

    /**
     * Returns the figures of the configured candidates from samples of the last ten minutes, by peer, class and candidate; those with
     * {@code unpack} follow those without, if anything was unpacked.
     */
    public List<WhatIfEstimate> estimates() {
        long now = nanoClock.getAsLong();
        List<WhatIfEstimate> estimates = new ArrayList<>();
        List<CodecSpec> candidates = candidates();
        synchronized (figures) {
            windows.forEach((labels, sums) -> {
                estimates.add(WhatIfEstimate.of(labels, Set.of(), sums.plain().sum(now)));
                Set<PackedFormat> formats = sums.unpacked().formats(now);
                if (!formats.isEmpty()) {
                    estimates.add(
                            WhatIfEstimate.of(labels, formats, sums.unpacked().sum(now)));
                }
            });
        }
        estimates.removeIf(estimate -> estimate.appBytes() == 0 || !candidates.contains(estimate.candidate()));
        estimates.sort(Comparator.comparing(
                        (WhatIfEstimate estimate) -> estimate.peer().value())
                .thenComparing(estimate -> estimate.trafficClass().name())
                .thenComparingInt(estimate -> candidates.indexOf(estimate.candidate()))
                .thenComparing(estimate -> !estimate.unpack().isEmpty()));
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

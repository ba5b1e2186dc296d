package io.narrows.proxy.meter;

import io.narrows.config.PeerId;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Counts exceptional events: frames sent raw or in a faster codec, links that stepped down, failures, refused hellos.
 * Safe for use by many threads.
 */
public final class EventMeter {
    /** The peer of a connection that did not identify itself, or that named an unknown node. */
    public static final PeerId UNKNOWN_PEER = new PeerId("unknown");

    private final InstantSource clock;
    private final RecentFailures recentFailures = new RecentFailures();
    private final ReasonCounters rawFrames = counters(RawReason.values(), RawReason::label);
    private final Map<PeerId, LongAdder> overloadFrames = new ConcurrentHashMap<>();
    private final Map<PeerId, LongAdder> level0Frames = new ConcurrentHashMap<>();
    private final Map<PeerId, LongAdder> primedContexts = new ConcurrentHashMap<>();
    private final Map<PeerId, DictionaryCounters> dictionaries = new ConcurrentHashMap<>();
    private final Map<PeerId, LongAdder> restartPauses = new ConcurrentHashMap<>();
    private final Map<PeerId, LongAdder> fallbacks = new ConcurrentHashMap<>();
    private final ReasonCounters stepDowns = counters(StepDownReason.values(), StepDownReason::label);
    private final ReasonCounters failures = counters(Failure.values(), Failure::label);
    private final ReasonCounters refusedHellos = counters(HelloRefusal.values(), HelloRefusal::label);

    public EventMeter() {
        this(InstantSource.system());
    }

    /** @param clock supplies the time of failures */
    public EventMeter(InstantSource clock) {
        this.clock = clock;
    }

    /** Exports all counters of a peer from now on, since it has a link. */
    public void linked(PeerId peer) {
        overloadFrames(peer);
        level0Frames(peer);
        primedContexts(peer);
        dictionaries(peer);
        restartPauses(peer);
        fallbacks(peer);
        byReason().forEach(counters -> counters.ofPeer(peer));
    }

    /** Returns the peers that have counters, and {@link #UNKNOWN_PEER} if it has. */
    public Set<PeerId> peers() {
        Set<PeerId> peers = new HashSet<>();
        byReason().map(ReasonCounters::peers).forEach(peers::addAll);
        byPeer().map(Map::keySet).forEach(peers::addAll);
        peers.addAll(dictionaries.keySet());
        return peers;
    }

    /** Removes the counters of a peer that is gone for good. */
    public void forget(PeerId peer) {
        byReason().forEach(counters -> counters.forget(peer));
        byPeer().forEach(counters -> counters.remove(peer));
        dictionaries.remove(peer);
    }

    private Stream<ReasonCounters> byReason() {
        return Stream.of(rawFrames, stepDowns, failures, refusedHellos);
    }

    private Stream<Map<PeerId, LongAdder>> byPeer() {
        return Stream.of(overloadFrames, level0Frames, primedContexts, restartPauses, fallbacks);
    }

    /** Returns the counter of frames sent raw for one reason; callers keep it. */
    public LongAdder rawFrames(PeerId peer, RawReason reason) {
        return rawFrames.of(peer, reason.label());
    }

    /**
     * Returns the counter of frames that used the overload codec since the codec of the policy would have made them late;
     * callers keep it.
     */
    public LongAdder overloadFrames(PeerId peer) {
        return overloadFrames.computeIfAbsent(peer, added -> new LongAdder());
    }

    /**
     * Returns the counter of frames that used dense at level 0 instead of the level of the policy, which is too slow; callers keep it.
     */
    public LongAdder level0Frames(PeerId peer) {
        return level0Frames.computeIfAbsent(peer, added -> new LongAdder());
    }

    /** Returns the counter of sending contexts that began from the state of an earlier one; callers keep it. */
    public LongAdder primedContexts(PeerId peer) {
        return primedContexts.computeIfAbsent(peer, added -> new LongAdder());
    }

    /** Returns the counters of a peer's dictionaries; callers keep them. */
    public DictionaryCounters dictionaries(PeerId peer) {
        return dictionaries.computeIfAbsent(peer, added -> new DictionaryCounters());
    }

    /** Returns the counter of pauses of links whose peer restarts contexts too often; callers keep it. */
    public LongAdder restartPauses(PeerId peer) {
        return restartPauses.computeIfAbsent(peer, added -> new LongAdder());
    }

    /** Counts a connection that goes to the peer's database without a link. */
    public void fallback(PeerId peer) {
        fallbacks(peer).increment();
    }

    private LongAdder fallbacks(PeerId peer) {
        return fallbacks.computeIfAbsent(peer, added -> new LongAdder());
    }

    /** Counts a link that stepped down to a faster codec than its policy requests. */
    public void stepDown(PeerId peer, StepDownReason reason) {
        stepDowns.of(peer, reason.label()).increment();
    }

    /**
     * Counts a failure.
     *
     * @param peer a configured id, or {@link #UNKNOWN_PEER}: names from the network must not create series
     * @param detail the text in the log; null if there is none
     */
    public void failure(PeerId peer, Failure failure, String detail) {
        failures.of(peer, failure.label()).increment();
        recentFailures.add(failure, clock.instant(), peer, detail);
    }

    /** Returns the latest failures of each reason. */
    public RecentFailures recentFailures() {
        return recentFailures;
    }

    /** @param peer a configured id, or {@link #UNKNOWN_PEER} */
    public void refusedHello(PeerId peer, HelloRefusal reason) {
        refusedHellos.of(peer, reason.label()).increment();
    }

    /** Returns the failures by reason and peer that occurred, most frequent first. */
    public List<ReasonCount> failureCounts() {
        return failures.occurred();
    }

    /** Returns the frames sent raw by reason and peer, most frequent first. */
    public List<ReasonCount> rawFrameCounts() {
        return rawFrames.occurred();
    }

    /** Returns how often links stepped down by reason and peer, most frequent first. */
    public List<ReasonCount> stepDownCounts() {
        return stepDowns.occurred();
    }

    ReasonCounters rawFrames() {
        return rawFrames;
    }

    Map<PeerId, LongAdder> overloadFrames() {
        return overloadFrames;
    }

    Map<PeerId, LongAdder> level0Frames() {
        return level0Frames;
    }

    Map<PeerId, LongAdder> primedContexts() {
        return primedContexts;
    }

    Map<PeerId, DictionaryCounters> dictionaries() {
        return dictionaries;
    }

    Map<PeerId, LongAdder> restartPauses() {
        return restartPauses;
    }

    Map<PeerId, LongAdder> fallbacks() {
        return fallbacks;
    }

    ReasonCounters stepDowns() {
        return stepDowns;
    }

    ReasonCounters failures() {
        return failures;
    }

    ReasonCounters refusedHellos() {
        return refusedHellos;
    }

    private static <R> ReasonCounters counters(R[] reasons, Function<R, String> label) {
        return new ReasonCounters(Stream.of(reasons).map(label).toList());
    }
}

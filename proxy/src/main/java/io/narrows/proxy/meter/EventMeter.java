package io.narrows.proxy.meter;

import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Counts what did not go as usual: frames that went raw or in a faster codec, links that stepped down, failures, refused hellos.
 * Safe for use by many threads.
 */
public final class EventMeter {
    /** The peer of a connection that did not say who it is, or named a node that the configuration does not have. */
    public static final String UNKNOWN_PEER = "unknown";

    private final InstantSource clock;
    private final RecentFailures recentFailures = new RecentFailures();
    private final ReasonCounters rawFrames = counters(RawReason.values(), RawReason::label);
    private final Map<String, LongAdder> overloadFrames = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> restartPauses = new ConcurrentHashMap<>();
    private final ReasonCounters stepDowns = counters(StepDownReason.values(), StepDownReason::label);
    private final ReasonCounters failures = counters(Failure.values(), Failure::label);
    private final ReasonCounters refusedHellos = counters(HelloRefusal.values(), HelloRefusal::label);

    public EventMeter() {
        this(InstantSource.system());
    }

    /** @param clock says when a failure occurred */
    public EventMeter(InstantSource clock) {
        this.clock = clock;
    }

    /** A peer has a link: from now on all its counters are shown. */
    public void linked(String peer) {
        overloadFrames(peer);
        restartPauses(peer);
        Stream.of(rawFrames, stepDowns, failures, refusedHellos).forEach(counters -> counters.ofPeer(peer));
    }

    /** The counter to keep for frames that go raw for one reason. */
    public LongAdder rawFrames(String peer, RawReason reason) {
        return rawFrames.of(peer, reason.label());
    }

    /** Returns the counter of frames that used the overload codec since the codec of the policy would have made them late; callers keep it. */
    public LongAdder overloadFrames(String peer) {
        return overloadFrames.computeIfAbsent(peer, added -> new LongAdder());
    }

    /** Returns the counter of pauses of links whose peer restarts contexts too often; callers keep it. */
    public LongAdder restartPauses(String peer) {
        return restartPauses.computeIfAbsent(peer, added -> new LongAdder());
    }

    /** A link stepped down to a faster codec than its policy asks for. */
    public void stepDown(String peer, StepDownReason reason) {
        stepDowns.of(peer, reason.label()).increment();
    }

    /**
     * @param peer a configured id, or {@link #UNKNOWN_PEER}: names from the network make no new series
     * @param detail what the log says of it, for people; null when there is nothing to say
     */
    public void failure(String peer, Failure failure, String detail) {
        failures.of(peer, failure.label()).increment();
        recentFailures.add(failure, clock.instant(), peer, detail);
    }

    /** The latest failures of each reason. */
    public RecentFailures recentFailures() {
        return recentFailures;
    }

    /** @param peer a configured id, or {@link #UNKNOWN_PEER} */
    public void refusedHello(String peer, HelloRefusal reason) {
        refusedHellos.of(peer, reason.label()).increment();
    }

    /** Returns the failures by reason and peer that occurred, most frequent first. */
    public List<ReasonCount> failureCounts() {
        return failures.occurred();
    }

    /** Returns the frames that went raw by reason and peer, most frequent first. */
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

    Map<String, LongAdder> overloadFrames() {
        return overloadFrames;
    }

    Map<String, LongAdder> restartPauses() {
        return restartPauses;
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

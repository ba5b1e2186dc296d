package io.narrows.proxy.meter;

import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what did not go as usual: frames that went raw, links that stepped down, failures, refused hellos. Safe for use by many
 * threads.
 */
public final class EventMeter {
    /** The peer of a connection that did not say who it is, or named a node that the configuration does not have. */
    public static final String UNKNOWN_PEER = "unknown";

    /** One counter's labels: a configured peer, or {@link #UNKNOWN_PEER}, and an enum's label. */
    public record Labels(String peer, String reason) {}

    private final InstantSource clock;
    private final RecentFailures recentFailures = new RecentFailures();
    private final Map<Labels, LongAdder> rawFrames = new ConcurrentHashMap<>();
    private final Map<Labels, LongAdder> stepDowns = new ConcurrentHashMap<>();
    private final Map<Labels, LongAdder> failures = new ConcurrentHashMap<>();
    private final Map<Labels, LongAdder> refusedHellos = new ConcurrentHashMap<>();

    public EventMeter() {
        this(InstantSource.system());
    }

    /** @param clock says when a failure occurred */
    public EventMeter(InstantSource clock) {
        this.clock = clock;
    }

    /** The counter to keep for frames that go raw for one reason. */
    public LongAdder rawFrames(String peer, RawReason reason) {
        return counter(rawFrames, peer, reason.label());
    }

    /** A peer has a link: from now on its step-downs are shown, none at first, for a rate needs a value before. */
    public void linked(String peer) {
        for (StepDownReason reason : StepDownReason.values()) {
            counter(stepDowns, peer, reason.label());
        }
    }

    /** A link took a faster codec than its policy asks for. */
    public void stepDown(String peer, StepDownReason reason) {
        counter(stepDowns, peer, reason.label()).increment();
    }

    /**
     * @param peer a configured id, or {@link #UNKNOWN_PEER}: names from the network make no new series
     * @param detail what the log says of it, for people; null when there is nothing to say
     */
    public void failure(String peer, Failure failure, String detail) {
        counter(failures, peer, failure.label()).increment();
        recentFailures.add(failure, clock.instant(), peer, detail);
    }

    /** The latest failures of each reason. */
    public RecentFailures recentFailures() {
        return recentFailures;
    }

    /**
     * @param peer a configured id, or {@link #UNKNOWN_PEER}
     * @param reason the label of a refusal's enum
     */
    public void refusedHello(String peer, String reason) {
        counter(refusedHellos, peer, reason).increment();
    }

    Map<Labels, LongAdder> rawFrames() {
        return rawFrames;
    }

    Map<Labels, LongAdder> stepDowns() {
        return stepDowns;
    }

    Map<Labels, LongAdder> failures() {
        return failures;
    }

    Map<Labels, LongAdder> refusedHellos() {
        return refusedHellos;
    }

    private static LongAdder counter(Map<Labels, LongAdder> counters, String peer, String reason) {
        return counters.computeIfAbsent(new Labels(peer, reason), key -> new LongAdder());
    }
}

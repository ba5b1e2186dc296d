package io.narrows.proxy.meter;

import io.narrows.config.PeerId;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The latest failures of each reason, with their texts from the log. Bounded: {@value #PER_REASON} for each reason, and
 * {@value #MAX_DETAIL} characters for each detail. Safe for use by many threads.
 */
public final class RecentFailures {
    /** Maximum failures of a reason, so that a frequent one does not displace the others. */
    static final int PER_REASON = 8;

    static final int MAX_DETAIL = 256;

    /**
     * One failure.
     *
     * @param peer a configured id, or {@link EventMeter#UNKNOWN_PEER}
     * @param detail readable text; may contain text from the network
     */
    public record Event(Instant time, PeerId peer, String detail) {}

    private final Map<Failure, Deque<Event>> events = new EnumMap<>(Failure.class);

    synchronized void add(Failure failure, Instant time, PeerId peer, String detail) {
        Deque<Event> latest = events.computeIfAbsent(failure, key -> new ArrayDeque<>(PER_REASON));
        if (latest.size() == PER_REASON) {
            latest.removeLast();
        }
        String text = detail == null ? "" : detail;
        latest.addFirst(new Event(time, peer, text.length() > MAX_DETAIL ? text.substring(0, MAX_DETAIL) : text));
    }

    /** Returns the latest failures of each reason that occurred, newest first. */
    public synchronized Map<Failure, List<Event>> latest() {
        Map<Failure, List<Event>> copy = new EnumMap<>(Failure.class);
        events.forEach((failure, latest) -> copy.put(failure, List.copyOf(latest)));
        return copy;
    }
}

package io.narrows.proxy.meter;

import java.util.concurrent.atomic.LongAdder;

/** Sums of an {@link EventMeter}, for tests in other packages. */
public final class EventCounts {
    private EventCounts() {}

    /** Returns the failures of all peers and reasons. */
    public static long failures(EventMeter events) {
        return sum(events.failures());
    }

    /** Returns the refused hellos of all peers and reasons. */
    public static long refusedHellos(EventMeter events) {
        return sum(events.refusedHellos());
    }

    private static long sum(ReasonCounters counters) {
        return counters.peers().stream()
                .flatMap(peer -> counters.ofPeer(peer).values().stream())
                .mapToLong(LongAdder::sum)
                .sum();
    }
}

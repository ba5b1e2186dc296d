package io.narrows.proxy.meter;

import java.util.Collection;
import java.util.concurrent.atomic.LongAdder;

/** Sums of an {@link EventMeter}, for tests elsewhere. */
public final class EventCounts {
    private EventCounts() {}

    /** Failures of all peers and reasons. */
    public static long failures(EventMeter events) {
        return sum(events.failures().values());
    }

    /** Refused hellos of all peers and reasons. */
    public static long refusedHellos(EventMeter events) {
        return sum(events.refusedHellos().values());
    }

    private static long sum(Collection<LongAdder> counters) {
        return counters.stream().mapToLong(LongAdder::sum).sum();
    }
}

package io.narrows.proxy.capture;

import io.narrows.proxy.meter.EventCounts;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.ReasonCount;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The failures of the sidecar that the database talks to, and of the other one, since a moment. */
final class HandshakeCounts {
    private final EventMeter own;
    private final EventMeter others;
    private final Map<String, Long> before;
    private final long othersBefore;

    HandshakeCounts(EventMeter own, EventMeter others) {
        this.own = own;
        this.others = others;
        this.before = reasons();
        this.othersBefore = EventCounts.failures(others);
    }

    private Map<String, Long> reasons() {
        return own.failureCounts().stream()
                .collect(Collectors.toMap(ReasonCount::reason, ReasonCount::count, Long::sum));
    }

    /** Returns the failure, if there was one. */
    Optional<HandshakeFate> failure() {
        if (EventCounts.failures(others) != othersBefore) {
            throw new AssertionError("the other sidecar failed: " + others.failureCounts());
        }
        Map<String, Long> now = reasons();
        now.replaceAll((reason, count) -> count - before.getOrDefault(reason, 0L));
        now.values().removeIf(count -> count == 0);
        if (now.values().stream().mapToLong(count -> count).sum() > 1) {
            throw new AssertionError("counted more than once: " + now);
        }
        return now.keySet().stream().findFirst().map(HandshakeFate::of);
    }
}

package io.narrows.proxy.auto;

import io.narrows.config.PeerId;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the switches of links between candidates, by peer, class and reason. All reasons of a peer and class have a count, since
 * a rate needs a value before the first switch. Safe for use by many threads.
 */
final class AutoMeter {
    private final Map<Kind, Map<SwitchReason, LongAdder>> switches = new ConcurrentHashMap<>();

    /** Begins the counts of a peer and class. */
    void add(Kind kind) {
        of(kind);
    }

    void switched(Kind kind, SwitchReason reason) {
        Objects.requireNonNull(of(kind).get(reason)).increment();
    }

    private Map<SwitchReason, LongAdder> of(Kind kind) {
        return switches.computeIfAbsent(kind, added -> {
            Map<SwitchReason, LongAdder> counts = new EnumMap<>(SwitchReason.class);
            for (SwitchReason reason : SwitchReason.values()) {
                counts.put(reason, new LongAdder());
            }
            return counts;
        });
    }

    Map<Kind, Map<SwitchReason, LongAdder>> switches() {
        return switches;
    }

    void forget(PeerId peer) {
        switches.keySet().removeIf(kind -> kind.peer().equals(peer));
    }
}

package io.narrows.proxy.meter;

import io.narrows.config.PeerId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * The counters of one metric, one for each peer and reason. All counters of a peer exist, with the value 0, as soon as
 * it is first mentioned, since a rate needs a value before the first event. Safe for use by many threads.
 */
final class ReasonCounters {
    private final Collection<String> reasons;
    private final Map<PeerId, Map<String, LongAdder>> peers = new ConcurrentHashMap<>();

    /** @param reasons the labels of all reasons */
    ReasonCounters(Collection<String> reasons) {
        this.reasons = reasons;
    }

    /** @param reason one of the labels */
    LongAdder of(PeerId peer, String reason) {
        return Objects.requireNonNull(ofPeer(peer).get(reason));
    }

    /** Returns the counters of a peer by reason, for reading. */
    Map<String, LongAdder> ofPeer(PeerId peer) {
        return peers.computeIfAbsent(peer, added -> zeros());
    }

    /** Returns the peers mentioned so far. */
    Collection<PeerId> peers() {
        return peers.keySet();
    }

    void forget(PeerId peer) {
        peers.remove(peer);
    }

    /** Returns the counts above zero, most frequent first. */
    List<ReasonCount> occurred() {
        List<ReasonCount> counts = new ArrayList<>();
        peers.forEach((peer, counters) -> counters.forEach((reason, adder) -> {
            long count = adder.sum();
            if (count > 0) {
                counts.add(new ReasonCount(reason, peer, count));
            }
        }));
        counts.sort(Comparator.comparingLong(ReasonCount::count).reversed());
        return counts;
    }

    private Map<String, LongAdder> zeros() {
        Map<String, LongAdder> zeros = new LinkedHashMap<>();
        reasons.forEach(reason -> zeros.put(reason, new LongAdder()));
        return zeros;
    }
}

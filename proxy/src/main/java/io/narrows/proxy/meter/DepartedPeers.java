package io.narrows.proxy.meter;

import io.narrows.config.PeerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Decides when the counters of peers that are gone are removed: an hour later, so that the last of them have been scraped. Peers
 * come and go, and each would otherwise leave its series behind for good.
 */
public final class DepartedPeers {
    private static final long KEPT_NANOS = Duration.ofHours(1).toNanos();

    private final Supplier<Set<PeerId>> counted;
    private final Supplier<Set<PeerId>> present;
    private final Consumer<PeerId> forget;
    private final LongSupplier nanoClock;
    private final Map<PeerId, Long> goneAt = new HashMap<>();

    /**
     * @param counted returns the peers that have counters
     * @param present returns the peers that have to keep them
     * @param forget removes the counters of a peer
     * @param nanoClock a monotonic clock in nanoseconds, used for differences only
     */
    public DepartedPeers(
            Supplier<Set<PeerId>> counted,
            Supplier<Set<PeerId>> present,
            Consumer<PeerId> forget,
            LongSupplier nanoClock) {
        this.counted = counted;
        this.present = present;
        this.forget = forget;
        this.nanoClock = nanoClock;
    }

    /** Notes which peers are gone now, and removes the counters of those that have been gone long enough. */
    public synchronized void look() {
        long now = nanoClock.getAsLong();
        Set<PeerId> here = present.get();
        goneAt.keySet().removeIf(here::contains);
        for (PeerId peer : counted.get()) {
            if (!here.contains(peer) && !peer.equals(EventMeter.UNKNOWN_PEER)) {
                goneAt.putIfAbsent(peer, now);
            }
        }
        List<PeerId> expired = new ArrayList<>();
        goneAt.forEach((peer, since) -> {
            if (now - since >= KEPT_NANOS) {
                expired.add(peer);
            }
        });
        expired.forEach(forget);
        goneAt.keySet().removeAll(expired);
    }
}

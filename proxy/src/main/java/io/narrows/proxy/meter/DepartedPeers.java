package io.narrows.proxy.meter;

import io.narrows.config.PeerId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Decides when the records of peers that are gone are removed: an hour later, so that the last of their counters have been scraped. Peers
 * come and go, and each would otherwise leave its series and its accounts of memory behind for good. Accounts to which memory is still
 * charged then are removed once it was given back.
 */
public final class DepartedPeers {
    private static final long KEPT_NANOS = Duration.ofHours(1).toNanos();

    /** Records that a process keeps of its peers, by their ids. */
    public interface Records {
        /** Returns the peers that have counters. */
        Set<PeerId> counted();

        /** Returns the peers that have accounts of memory. */
        Set<PeerId> accounted();

        /** Returns the peers that have to keep their records. */
        Set<PeerId> present();

        /** Removes the records of a peer, except for its accounts. */
        void forget(PeerId peer);

        /**
         * Removes the accounts of a peer that is still gone.
         *
         * @return false if some must stay for now, to be asked again
         */
        boolean forgetMemory(PeerId peer);
    }

    private final Records records;
    private final LongSupplier nanoClock;
    private final Map<PeerId, Long> goneAt = new HashMap<>();

    /** The peers without records to which memory is still charged. */
    private final Set<PeerId> charged = new HashSet<>();

    /** @param nanoClock a monotonic clock in nanoseconds, used for differences only */
    public DepartedPeers(Records records, LongSupplier nanoClock) {
        this.records = records;
        this.nanoClock = nanoClock;
    }

    /** Notes which peers are gone now, and removes the records of those that have been gone long enough. */
    public synchronized void look() {
        long now = nanoClock.getAsLong();
        noteGone(now);
        charged.removeIf(records::forgetMemory);
        for (PeerId peer : goneForLong(now)) {
            goneAt.remove(peer);
            records.forget(peer);
            if (!records.forgetMemory(peer)) {
                charged.add(peer);
            }
        }
    }

    private void noteGone(long now) {
        Set<PeerId> gone = new HashSet<>(records.accounted());
        gone.removeAll(charged);
        gone.addAll(records.counted());
        Set<PeerId> here = records.present();
        gone.removeAll(here);
        gone.remove(EventMeter.UNKNOWN_PEER);
        gone.forEach(peer -> goneAt.putIfAbsent(peer, now));
        goneAt.keySet().removeAll(here);
        charged.removeAll(here);
    }

    private List<PeerId> goneForLong(long now) {
        List<PeerId> found = new ArrayList<>();
        goneAt.forEach((peer, since) -> {
            if (now - since >= KEPT_NANOS) {
                found.add(peer);
            }
        });
        return found;
    }
}

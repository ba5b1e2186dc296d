package io.narrows.proxy.meter;

import io.narrows.config.Announcement;
import io.narrows.config.Config;
import io.narrows.config.PeerId;
import io.narrows.config.PeerPlace;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The places announced in the peers' last hellos, including refused ones. Safe for use by many threads. */
public final class AnnouncedPlaces {
    private final Map<PeerId, Announcement> last = new ConcurrentHashMap<>();

    /** @param peer id of a configured peer, which bounds the number of entries */
    public void announced(PeerId peer, Announcement announcement) {
        last.put(peer, announcement);
    }

    /** Returns the last announcement of a peer; empty before its first hello. */
    public Optional<Announcement> of(PeerId peer) {
        return Optional.ofNullable(last.get(peer));
    }

    void forget(PeerId peer) {
        last.remove(peer);
    }

    /** Returns the effective place of a peer, given its last hello. */
    public PeerPlace placeOf(Config config, PeerId peer) {
        return PeerPlace.of(config, peer, of(peer));
    }
}

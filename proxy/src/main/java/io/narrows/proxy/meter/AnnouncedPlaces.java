package io.narrows.proxy.meter;

import io.narrows.config.Announcement;
import io.narrows.config.Config;
import io.narrows.config.PeerPlace;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The places that peers gave in their last hellos, those of refused hellos too. Safe for use by many threads. */
public final class AnnouncedPlaces {
    private final Map<String, Announcement> last = new ConcurrentHashMap<>();

    /** @param peer an id that the configuration has, so that their number is bounded */
    public void announced(String peer, Announcement announcement) {
        last.put(peer, announcement);
    }

    /** The last announcement of a peer; empty before its first hello. */
    public Optional<Announcement> of(String peer) {
        return Optional.ofNullable(last.get(peer));
    }

    /** The place that counts for a peer by its last hello. */
    public PeerPlace placeOf(Config config, String peer) {
        return PeerPlace.of(config, peer, of(peer));
    }
}

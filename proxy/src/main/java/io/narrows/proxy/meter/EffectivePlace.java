package io.narrows.proxy.meter;

import io.narrows.config.Announcement;
import io.narrows.config.Config;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.PeerPlace;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The effective place of a peer, for paths that ask often: it is found again only after the configuration or the peer's
 * announcement has changed. Not thread-safe.
 */
public final class EffectivePlace {
    private final AnnouncedPlaces announced;
    private final PeerId peer;
    private @Nullable Config config;
    private Optional<Announcement> announcement = Optional.empty();
    private @Nullable Location place;

    public EffectivePlace(AnnouncedPlaces announced, PeerId peer) {
        this.announced = announced;
        this.peer = peer;
    }

    public PeerId peer() {
        return peer;
    }

    /** Returns the place under a configuration, given the peer's last hello. */
    public Location in(Config current) {
        Optional<Announcement> last = announced.of(peer);
        Location known = place;
        if (known == null || current != config || !last.equals(announcement)) {
            known = PeerPlace.of(current, peer, last).effective();
            place = known;
            config = current;
            announcement = last;
        }
        return known;
    }
}

package io.narrows.proxy.link.dictionary;

import io.narrows.config.Announcement;
import io.narrows.config.Compression;
import io.narrows.config.Config;
import io.narrows.config.ConnectionScope;
import io.narrows.config.Location;
import io.narrows.config.PeerId;
import io.narrows.config.PeerPlace;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import java.util.Optional;

/**
 * All that decides which rule applies to what is sent on a link, so that a later configuration can decide again, also after the link has ended.
 *
 * @param announced by the peer in the link's hello
 */
public record DictionaryTraffic(PeerId peer, Announcement announced, TrafficClass trafficClass) {
    /** Returns the scope of dictionaries by a configuration. Allocates, so call it when a configuration or a class changes. */
    public ConnectionScope scope(Config config) {
        return compression(config).dictionary();
    }

    /** Returns the compression that a configuration chooses. Allocates. */
    public Compression compression(Config config) {
        Location place = PeerPlace.of(config, peer, Optional.of(announced)).effective();
        return config.policy()
                .choose(new Traffic(peer, config.node().location(), place, trafficClass))
                .compression();
    }
}

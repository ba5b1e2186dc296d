package io.narrows.config;

import java.util.Optional;

/**
 * The place that decides tier, policy and price of a peer's traffic. The configured one comes first. A peer without one is
 * believed if its hello came over TLS; otherwise its traffic counts as that for which this node pays least, so that nobody
 * can raise the savings by announcing a place that is far away.
 *
 * @param effective the place that counts
 * @param note why it is not simply the configured and announced one, for people; empty when it is
 * @param mismatch whether the peer announced another place than the configuration has
 */
public record PeerPlace(Location effective, Optional<String> note, boolean mismatch) {

    /** @param announced the last hello of the peer; empty before the first one */
    public static PeerPlace of(Config config, String peerId, Optional<Announcement> announced) {
        return config.peer(peerId)
                .flatMap(Peer::location)
                .map(place -> configured(place, announced, config.link().place()))
                .orElseGet(() -> unconfigured(config, announced));
    }

    private static PeerPlace configured(Location place, Optional<Announcement> announced, PlaceMode mode) {
        Optional<Location> other = announced.map(Announcement::place).filter(said -> !said.equals(place));
        String consequence = mode == PlaceMode.STRICT ? "so its links are refused" : "but the configured place counts";
        return new PeerPlace(
                place, other.map(said -> "the peer announces " + said + ", " + consequence), other.isPresent());
    }

    private static PeerPlace unconfigured(Config config, Optional<Announcement> announced) {
        Optional<Location> believed = announced.filter(Announcement::encrypted).map(Announcement::place);
        if (believed.isPresent()) {
            return new PeerPlace(believed.get(), Optional.of("not configured; announced by the peer over TLS"), false);
        }
        Location cheapest = config.tariff().cheapestPlace(config.node().location());
        String reason = config.link().tls().isPresent()
                ? "not configured; the cheapest of the tariff until the peer announces one over TLS"
                : "not configured, and not believed without TLS; the cheapest of the tariff";
        return new PeerPlace(cheapest, Optional.of(reason), false);
    }
}

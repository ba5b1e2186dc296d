package io.narrows.config;

import java.util.Optional;

/**
 * The place that decides tier, policy and price of a peer's traffic. The configured place takes precedence. Without one, the
 * announced place counts if the hello came over TLS; otherwise the cheapest place of the tariff does, so that an
 * unauthenticated peer cannot inflate the savings by announcing a distant place.
 *
 * @param effective the place in effect
 * @param note the reason, as readable text, for the effective place; empty if it is configured and not contradicted
 * @param mismatch whether the announced place differs from the configured one
 */
public record PeerPlace(Location effective, Optional<String> note, boolean mismatch) {

    /** @param announced the last announcement of the peer; empty before its first hello */
    public static PeerPlace of(Config config, PeerId peerId, Optional<Announcement> announced) {
        return config.peer(peerId)
                .flatMap(Peer::location)
                .map(place -> configured(place, announced, config.link().placeCheck()))
                .orElseGet(() -> unconfigured(config, announced));
    }

    private static PeerPlace configured(Location place, Optional<Announcement> announced, PlaceMode mode) {
        Optional<Location> other = announced.map(Announcement::place).filter(said -> !said.equals(place));
        String consequence =
                mode == PlaceMode.STRICT ? "so its links are rejected" : "but the configured location is used";
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
                ? "not configured; the tariff's cheapest location is assumed until the peer announces one over TLS"
                : "not configured, and not trusted without TLS; the tariff's cheapest location is assumed";
        return new PeerPlace(cheapest, Optional.of(reason), false);
    }
}

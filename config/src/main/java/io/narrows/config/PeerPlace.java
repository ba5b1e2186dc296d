package io.narrows.config;

import java.util.Optional;

/**
 * The place that decides tier, policy and price of a peer's traffic. The configured place takes precedence. Without one, the
 * announced place counts if the hello came over TLS, or from a peer that was found and may prove itself by its address;
 * otherwise the cheapest place of the tariff does, so that an unauthenticated peer cannot inflate the savings by announcing a
 * distant place.
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
                .orElseGet(() -> unconfigured(config, peerId, announced));
    }

    private static PeerPlace configured(Location place, Optional<Announcement> announced, PlaceMode mode) {
        Optional<Location> other = announced.map(Announcement::place).filter(said -> !said.equals(place));
        String consequence =
                mode == PlaceMode.STRICT ? "so its links are rejected" : "but the configured location is used";
        return new PeerPlace(
                place, other.map(said -> "the peer announces " + said + ", " + consequence), other.isPresent());
    }

    private static PeerPlace unconfigured(Config config, PeerId peer, Optional<Announcement> announced) {
        Optional<Announcement> believed =
                announced.filter(said -> said.encrypted() || provesItselfByAddress(config, peer));
        if (believed.isPresent()) {
            String how = believed.get().encrypted() ? "over TLS" : "from an address that was found";
            return new PeerPlace(
                    believed.get().place(), Optional.of("not configured; announced by the peer " + how), false);
        }
        Location cheapest = config.tariff().cheapestPlace(config.node().location());
        String reason = config.link().tls().isPresent()
                ? "not configured; the tariff's cheapest location is assumed until the peer announces one over TLS"
                : "not configured, and not trusted without TLS; the tariff's cheapest location is assumed";
        return new PeerPlace(cheapest, Optional.of(reason), false);
    }

    private static boolean provesItselfByAddress(Config config, PeerId peer) {
        return config.peer(peer)
                .flatMap(Peer::source)
                .filter(PeerSource::plaintext)
                .isPresent();
    }
}

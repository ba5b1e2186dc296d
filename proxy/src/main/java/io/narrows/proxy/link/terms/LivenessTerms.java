package io.narrows.proxy.link.terms;

import io.narrows.proxy.link.proto.Hello;
import java.time.Duration;

/**
 * The liveness of both ends of a link, the silence after which each considers the other dead, as announced in the hellos.
 *
 * @param own this side's liveness
 * @param peer the peer's liveness; {@link #STANDARD_LIVENESS} if its hello has none
 * @param peerSays whether the peer's hello has a liveness, so that the peer accepts LIVENESS
 * @param pair whether the liveness of the links between the two nodes is judged together
 */
public record LivenessTerms(Duration own, Duration peer, boolean peerSays, boolean pair) {
    /** The liveness of a peer whose hello has none; such a peer sends something every 4 s. */
    public static final Duration STANDARD_LIVENESS = Duration.ofSeconds(12);

    /** Number of messages that a side sends within the other side's liveness. */
    public static final int BEATS = 3;

    public static LivenessTerms of(Hello own, Hello peer) {
        boolean peerSays = peer.getLivenessMillis() != 0;
        return new LivenessTerms(
                millis(own.getLivenessMillis()),
                peerSays ? millis(peer.getLivenessMillis()) : STANDARD_LIVENESS,
                peerSays,
                own.getPairLiveness() && peer.getPairLiveness());
    }

    /** Converts a {@code uint32} of milliseconds. */
    public static Duration millis(int unsigned) {
        return Duration.ofMillis(Integer.toUnsignedLong(unsigned));
    }
}

package io.narrows.proxy.link;

import io.narrows.proxy.link.proto.Hello;
import java.time.Duration;

/**
 * How much silence each end of a link takes for the death of the other, as their hellos say it.
 *
 * @param own what this side said
 * @param peer what the peer said; {@link #STANDARD_LIVENESS} when it said nothing
 * @param peerSays whether the peer said it, and so takes LIVENESS
 * @param pair whether the links between the two nodes are judged together
 */
record LivenessTerms(Duration own, Duration peer, boolean peerSays, boolean pair) {
    /** The liveness of a peer whose hello says nothing about it; such a peer speaks every 4 s. */
    static final Duration STANDARD_LIVENESS = Duration.ofSeconds(12);

    static final LivenessTerms STANDARD = new LivenessTerms(STANDARD_LIVENESS, STANDARD_LIVENESS, false);

    /** A side speaks this many times within what the other side takes for death. */
    static final int BEATS = 3;

    static LivenessTerms of(Hello own, Hello peer) {
        boolean peerSays = peer.getLivenessMillis() != 0;
        return new LivenessTerms(
                millis(own.getLivenessMillis()),
                peerSays ? millis(peer.getLivenessMillis()) : STANDARD_LIVENESS,
                peerSays,
                own.getPairLiveness() && peer.getPairLiveness());
    }

    /** With a peer that wants to hear each link. */
    LivenessTerms(Duration own, Duration peer, boolean peerSays) {
        this(own, peer, peerSays, false);
    }

    /** The duration of a {@code uint32} of milliseconds. */
    static Duration millis(int unsigned) {
        return Duration.ofMillis(Integer.toUnsignedLong(unsigned));
    }
}

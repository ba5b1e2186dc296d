package io.narrows.proxy.link.handshake;

import io.narrows.config.PeerId;
import java.util.Map;

/**
 * Divides {@code link.max-links} between the peers whose links are accepted and the links that this node dials.
 *
 * <pre>
 *  |<------------------------------ max-links ------------------------------->|
 *  |   1/4   |                  3/4: room for accepted links                  |
 *  |  dials  |  half: an equal part of each peer  |  half: whoever needs more |
 * </pre>
 *
 * <p>A peer's own part cannot be taken by another peer. Of the common half, a peer may hold at most four times as many
 * links as it leaves free: one greedy peer gets four fifths of it, two get four ninths each, and some links are always
 * left. With a single peer there is nothing to divide. Dialed links may use all free links.
 */
final class LinkShares {
    private static final int DIALS_PART = 4;
    private static final int TIMES_WHAT_IS_LEFT = 4;

    private final int maxLinks;
    private final int accepted;
    private final int ownPart;
    private final int common;

    /**
     * @param maxLinks 1 or more
     * @param peers number of configured peers, 0 or more; links to the last peer are still dialed until its pools are
     *     closed
     */
    LinkShares(int maxLinks, int peers) {
        this.maxLinks = maxLinks;
        this.accepted = maxLinks - maxLinks / DIALS_PART;
        this.ownPart = peers <= 1 ? accepted : accepted / 2 / peers;
        this.common = accepted - ownPart * peers;
    }

    /**
     * Returns whether a peer may have one more accepted link.
     *
     * @param peer the id of a configured peer
     * @param links open links of both directions
     * @param acceptedByPeer the accepted ones of these by peer, including peers that are no longer configured
     */
    boolean admits(PeerId peer, int links, Map<PeerId, Integer> acceptedByPeer) {
        if (links >= maxLinks) {
            return false;
        }
        int own = acceptedByPeer.getOrDefault(peer, 0);
        if (own < ownPart) {
            return true;
        }
        int taken = acceptedByPeer.values().stream()
                .mapToInt(count -> Math.max(0, count - ownPart))
                .sum();
        return own - ownPart < (long) TIMES_WHAT_IS_LEFT * (common - taken);
    }

    /** Returns whether this node may dial one more link. */
    boolean admitsDial(int links) {
        return links < maxLinks;
    }
}

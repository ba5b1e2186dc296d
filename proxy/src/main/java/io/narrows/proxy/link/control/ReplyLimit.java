package io.narrows.proxy.link.control;

import io.narrows.proxy.link.frame.CorruptFrameException;

/**
 * Detects a peer that requests answers (PROBE, WANT, WANT_ENCODER, a lowered GRANT) without reading them, since each waits in memory.
 * An honest peer has a few open requests; a peer whose application pauses sends a few a minute. Used on the link's
 * event loop only.
 */
public final class ReplyLimit {
    /** Maximum waiting answers on a link whose peer does not read; about 110 bytes of memory each. */
    static final int MOST = 1_000;

    private int waiting;

    /**
     * Counts a control message of the peer.
     *
     * @param answered whether this side has written an answer
     * @param writable whether earlier answers have been sent, or nearly so
     * @throws CorruptFrameException if too many answers wait
     */
    public void received(boolean answered, boolean writable) throws CorruptFrameException {
        if (writable) {
            waiting = 0;
        } else if (answered && ++waiting > MOST) {
            throw new CorruptFrameException("the peer requested more than " + MOST + " responses without reading any");
        }
    }

    /** @throws CorruptFrameException if too many answers wait for a frame that is encoding */
    public static void requireFew(int pending) throws CorruptFrameException {
        if (pending > MOST) {
            throw new CorruptFrameException("more than " + MOST + " messages are waiting for a frame to be encoded");
        }
    }
}

package io.narrows.proxy.link;

/**
 * Finds a peer that asks for answers (PROBE, WANT, a lowered GRANT) and does not read them: each one waits in memory. An honest peer
 * has some questions open; one whose application pauses asks a few times a minute. Used on the link's event loop only.
 */
final class ReplyLimit {
    /** Answers that may wait on a link whose peer does not read; about 110 bytes of memory each. */
    static final int MOST = 1_000;

    private int waiting;

    /**
     * Counts a control message of the peer.
     *
     * @param answered whether this side has written an answer
     * @param writable whether the answers of before have left, or nearly
     * @throws CorruptFrameException when too many answers wait
     */
    void received(boolean answered, boolean writable) throws CorruptFrameException {
        if (writable) {
            waiting = 0;
        } else if (answered && ++waiting > MOST) {
            throw new CorruptFrameException(
                    "the peer has asked for more than " + MOST + " answers without reading any");
        }
    }

    /** @throws CorruptFrameException when so many answers wait for a frame that is encoding */
    static void requireFew(int pending) throws CorruptFrameException {
        if (pending > MOST) {
            throw new CorruptFrameException("more than " + MOST + " messages wait for a frame that is encoding");
        }
    }
}

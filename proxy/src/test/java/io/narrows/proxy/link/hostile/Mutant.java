package io.narrows.proxy.link.hostile;

import io.narrows.proxy.link.support.Message;
import java.util.List;

/**
 * The bytes of a hostile peer, in pieces as written to the socket.
 *
 * @param sealed whether lengths and checksums are correct, so that only a decoder can detect errors
 */
record Mutant(Recording origin, boolean sealed, List<Piece> pieces) {
    /**
     * A message on the wire.
     *
     * @param head of the message, as in {@link Message#head()}
     * @param wire its bytes on the wire
     */
    record Piece(int head, byte[] wire) {}

    /** Returns the unchanged recording. */
    static Mutant none(Recording recording) {
        return new Mutant(recording, true, recording.sealed());
    }
}

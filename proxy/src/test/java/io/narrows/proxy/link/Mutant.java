package io.narrows.proxy.link;

import java.util.List;

/**
 * What a hostile peer says, piece by piece as it is written to the socket.
 *
 * @param sealed whether lengths and checksums are right, so that only a decoder can notice
 */
record Mutant(Recording origin, boolean sealed, List<Piece> pieces) {
    /**
     * @param head of the message, as {@link Message#head()} has it
     * @param wire how it travels
     */
    record Piece(int head, byte[] wire) {}

    /** The recording as it was. */
    static Mutant none(Recording recording) {
        return new Mutant(recording, true, recording.sealed());
    }
}

package io.narrows.unpack;

/** Is called for each piece that travels as it is, on the thread that tried to unpack it. */
@FunctionalInterface
public interface UnpackListener {
    /**
     * Counts a refused piece.
     *
     * @param bytes bytes of the piece in the stream
     */
    void refused(PieceKind kind, Refusal reason, int bytes);
}

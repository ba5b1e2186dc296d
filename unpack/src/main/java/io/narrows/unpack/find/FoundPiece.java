package io.narrows.unpack.find;

import io.narrows.unpack.PieceKind;
import java.util.List;

/**
 * A range of a stream that looks like compressed data. It may be damaged, or not be what it looks like.
 *
 * @param kind the format of the data
 * @param length length in the stream, including all holes
 * @param holes ranges that are not compressed data, in order, neither adjacent nor at the beginning or end of the piece
 */
public record FoundPiece(PieceKind kind, int length, List<Hole> holes) {
    public FoundPiece {
        holes = List.copyOf(holes);
    }
}

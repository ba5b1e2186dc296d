package io.narrows.unpack.find;

import io.narrows.unpack.PieceKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of a stream that looks like compressed data. It may be damaged, or not be what it looks like.
 *
 * @param kind the format of the data
 * @param length length in the stream, including all holes
 * @param holes ranges that are not compressed data, in order, neither adjacent nor at the beginning or end of the piece
 * @param linked the place of an {@link PieceKind#LZ4_LINKED_BLOCK} in its frame, null for other kinds
 */
public record FoundPiece(
        PieceKind kind,
        int length,
        List<Hole> holes,
        @Nullable LinkedBlock linked) {
    public FoundPiece {
        holes = List.copyOf(holes);
    }

    /** Creates a piece that refers to no other one. */
    public FoundPiece(PieceKind kind, int length, List<Hole> holes) {
        this(kind, length, holes, null);
    }
}

package io.narrows.unpack.find;

import io.narrows.unpack.PieceKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range of a stream that looks like compressed data. It may be damaged, or not be what it looks like.
 *
 * @param kind the format of the data
 * @param length length in the stream, including all holes
 * @param holes ranges that are not compressed data, in order and not adjacent. Only parts may begin or end with one
 * @param linked the place of an {@link PieceKind#LZ4_LINKED_BLOCK} in its frame, null for other kinds
 * @param part the place of a part in its piece; null for other kinds, and for the only part of a piece
 */
public record FoundPiece(
        PieceKind kind,
        int length,
        List<Hole> holes,
        @Nullable LinkedBlock linked,
        @Nullable StreamedPart part) {
    public FoundPiece {
        holes = List.copyOf(holes);
    }

    /** Creates a piece that refers to no other one. */
    public FoundPiece(PieceKind kind, int length, List<Hole> holes) {
        this(kind, length, holes, null, null);
    }

    /** Creates a linked block. */
    public FoundPiece(PieceKind kind, int length, List<Hole> holes, @Nullable LinkedBlock linked) {
        this(kind, length, holes, linked, null);
    }

    /** Creates a part of a piece. */
    public FoundPiece(int length, List<Hole> holes, StreamedPart part) {
        this(part.kind(), length, holes, null, part);
    }
}

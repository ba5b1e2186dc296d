package io.narrows.unpack.find;

import io.narrows.unpack.PieceKind;

/**
 * The place of a part in a piece that is unpacked as it comes.
 *
 * @param kind the kind of parts
 * @param stream the piece: the same object for its parts, and a different one for those of other pieces
 * @param index number of parts before it in the piece
 * @param isLast whether the piece ends with this part
 */
public record StreamedPart(PieceKind kind, Object stream, long index, boolean isLast) {
    /** Returns the only part of a piece. */
    public static StreamedPart whole(PieceKind kind) {
        return new StreamedPart(kind, new Object(), 0, true);
    }

    /** Returns whether a part of the same piece comes before this one. */
    public boolean continues() {
        return index > 0;
    }

    /** Returns whether this part comes immediately behind another one in the same piece. */
    public boolean follows(StreamedPart other) {
        return stream == other.stream && index == other.index + 1;
    }
}

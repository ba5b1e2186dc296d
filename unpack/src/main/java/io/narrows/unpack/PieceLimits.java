package io.narrows.unpack;

import org.jspecify.annotations.Nullable;

/**
 * Bounds of a single piece. Both ends of a link must use the same ones.
 *
 * @param longestPiece most bytes of a piece in the stream, holes included
 * @param longestPlain most plain bytes of a piece
 * @param ratio most plain bytes per compressed byte
 */
public record PieceLimits(int longestPiece, int longestPlain, int ratio) {
    /** The limits of all links. */
    public static final PieceLimits STANDARD = new PieceLimits(1 << 20, 4 << 20, 100);

    /** Returns why a number of plain bytes is refused, or null if it is within the limits. */
    public @Nullable Refusal refusal(long plainLength, int packedLength) {
        if (plainLength > longestPlain) {
            return Refusal.TOO_LARGE;
        }
        return plainLength > (long) ratio * packedLength ? Refusal.RATIO : null;
    }

    /** Returns the most plain bytes that a piece may have. */
    public int mostPlain(int packedLength) {
        return (int) Math.min(longestPlain, (long) ratio * packedLength);
    }
}

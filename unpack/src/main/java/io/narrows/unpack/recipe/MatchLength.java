package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;

/** The number of bytes that are the same at two positions. */
final class MatchLength {
    private MatchLength() {}

    /**
     * Returns how many bytes are the same.
     *
     * @param content little-endian
     * @param most how many to compare at most; the content has as many at the later position
     */
    static int of(ByteBuffer content, int earlier, int later, int most) {
        int length = 0;
        while (length + Long.BYTES <= most) {
            long difference = content.getLong(earlier + length) ^ content.getLong(later + length);
            if (difference != 0) {
                return length + (Long.numberOfTrailingZeros(difference) >>> 3);
            }
            length += Long.BYTES;
        }
        while (length < most && content.get(earlier + length) == content.get(later + length)) {
            length++;
        }
        return length;
    }
}

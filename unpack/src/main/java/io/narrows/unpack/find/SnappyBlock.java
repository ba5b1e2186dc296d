package io.narrows.unpack.find;

import java.nio.ByteBuffer;

/**
 * The beginning of a raw Snappy block (format_description.txt of the reference implementation): the length of its content as
 * a varint, and the tag of its first element, which must be a literal.
 */
final class SnappyBlock {
    /** Bytes that {@link #plausible} needs. */
    static final int BEGINNING = 6;

    private static final int LONGEST_VARINT = 5;
    private static final int TAG_TYPE = 3;
    private static final int LITERAL = 0;

    private SnappyBlock() {}

    /**
     * Returns whether bytes can begin a block.
     *
     * @param bytes the first {@value #BEGINNING} bytes, from index 0
     * @param length length of the block
     */
    static boolean plausible(ByteBuffer bytes, long length) {
        long content = 0;
        for (int i = 0; i < LONGEST_VARINT; i++) {
            int next = bytes.get(i);
            content |= (next & 0x7fL) << 7 * i;
            if (next >= 0) {
                return (bytes.get(i + 1) & TAG_TYPE) == LITERAL && possible(content, length);
            }
        }
        return false;
    }

    /** Copies take at least 3 bytes per 64, and blocks are never longer than Snappy's {@code MaxCompressedLength}. */
    private static boolean possible(long content, long length) {
        return content <= length * 64 / 3 && length <= 32 + content + content / 6;
    }
}

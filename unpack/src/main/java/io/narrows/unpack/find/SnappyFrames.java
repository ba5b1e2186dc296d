package io.narrows.unpack.find;

import java.nio.ByteBuffer;

/**
 * A stream of Snappy's framing format (framing_format.txt of the reference implementation). The block in each compressed
 * chunk is a piece.
 *
 * <pre>
 *  0      1              4
 * +------+--------------+------
 * | type | length (u24) | data       type 0: checksum (u32), block      0xff: the stream's identifier, 6 bytes
 * +------+--------------+------           1: checksum (u32), content    0x80-0xfe: to be skipped
 * </pre>
 */
final class SnappyFrames extends SnappyBlocks {
    private static final int HEADER = 4;
    private static final int CHECKSUM = 4;
    private static final int COMPRESSED = 0;
    private static final int STORED = 1;
    private static final int FIRST_SKIPPABLE = 0x80;
    private static final int IDENTIFIER = 0xff;
    private static final int IDENTIFIER_LENGTH = 6;

    /** Maximum length of a chunk's content. */
    private static final int LARGEST_CONTENT = 1 << 16;

    private static final int LARGEST_BLOCK = 32 + LARGEST_CONTENT + LARGEST_CONTENT / 6;

    private int compressed;

    SnappyFrames(Partition partition) {
        super(partition, HEADER);
    }

    /** Begins a stream after its identifier. */
    SnappyFrames begin() {
        compressed = 0;
        want(HEADER);
        return this;
    }

    @Override
    void blockHeader(ByteBuffer bytes) {
        if (compressed > 0) {
            int length = compressed;
            compressed = 0;
            block(length);
        } else {
            chunk(bytes.get(0) & 0xff, bytes.getInt(0) >>> 8);
        }
    }

    /** Returns whether a chunk can have this type, from 0 to 255. */
    static boolean isType(int type) {
        return type == COMPRESSED || type == STORED || type >= FIRST_SKIPPABLE;
    }

    /** Declares the data of a chunk. What is not a chunk follows the stream, and so do skippable chunks of odd length. */
    private void chunk(int type, int length) {
        if (type == COMPRESSED && length > CHECKSUM && length <= CHECKSUM + LARGEST_BLOCK) {
            compressed = length - CHECKSUM;
            want(CHECKSUM);
        } else if (type == STORED && length >= CHECKSUM && length <= CHECKSUM + LARGEST_CONTENT
                || type == IDENTIFIER && length == IDENTIFIER_LENGTH
                || type >= FIRST_SKIPPABLE && type != IDENTIFIER && length <= LARGEST_CONTENT) {
            stored(length);
        }
    }
}

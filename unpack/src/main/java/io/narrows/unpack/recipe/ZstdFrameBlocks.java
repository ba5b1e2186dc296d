package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A zstd frame by the headers of its blocks.
 *
 * @param leastContent bytes in blocks whose headers declare their content
 * @param mostContent bytes if all other blocks are as large as blocks can be
 * @param endsEmpty whether the last block is empty
 */
record ZstdFrameBlocks(long leastContent, long mostContent, boolean endsEmpty) {
    private static final int HEADER = 3;
    private static final int CHECKSUM = 4;
    private static final int LARGEST = 128 << 10;
    private static final int RAW = 0;
    private static final int RLE = 1;
    private static final int RESERVED = 3;

    /**
     * Reads the headers of all blocks.
     *
     * @param frame its remaining bytes are the frame; its position is not changed
     * @return the blocks, or null if the bytes are not exactly one frame
     */
    static @Nullable ZstdFrameBlocks of(ByteBuffer frame, ZstdFrameHeader header) {
        long largest = Math.min(LARGEST, header.windowSize());
        int at = frame.position() + header.length();
        long known = 0;
        long compressed = 0;
        boolean isLast = false;
        boolean isEmpty = false;
        while (!isLast) {
            if (frame.limit() - at < HEADER) {
                return null;
            }
            int word = word(frame, at);
            isLast = (word & 1) != 0;
            isEmpty = word >>> 1 == RAW; // and no size
            int type = word >>> 1 & 3;
            int size = word >>> 3;
            if (type == RESERVED || size > largest) {
                return null;
            }
            int content = type == RLE ? 1 : size;
            at += HEADER + content;
            if (type == RAW || type == RLE) {
                known += size;
            } else {
                compressed++;
            }
        }
        int end = at + (header.hasChecksum() ? CHECKSUM : 0);
        return end == frame.limit() ? new ZstdFrameBlocks(known, known + compressed * largest, isEmpty) : null;
    }

    private static int word(ByteBuffer frame, int at) {
        return (frame.get(at) & 0xff) | (frame.get(at + 1) & 0xff) << 8 | (frame.get(at + 2) & 0xff) << 16;
    }
}

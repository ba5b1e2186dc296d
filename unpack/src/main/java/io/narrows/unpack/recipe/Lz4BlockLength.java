package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;

/** The number of plain bytes in an LZ4 block, which does not declare it. */
final class Lz4BlockLength {
    static final long INVALID = -1;

    private static final int LONG = 15;
    private static final int SHORTEST_MATCH = 4;

    private final ByteBuffer block;
    private int at;

    private Lz4BlockLength(ByteBuffer block) {
        this.block = block;
        this.at = block.position();
    }

    /**
     * Returns the length of the plain bytes, without decompressing them.
     *
     * @param block its remaining bytes are the block; its position is not changed
     * @param history plain bytes before the block to which it may refer
     * @return the length, {@link #INVALID} if the block is damaged or refers to bytes before the history, or a length above the limit
     *     as soon as the block exceeds it
     */
    static long of(ByteBuffer block, int history, int limit) {
        return new Lz4BlockLength(block).length(history, limit);
    }

    private long length(int history, int limit) {
        long plain = 0;
        while (plain <= limit) {
            if (at == block.limit()) {
                return INVALID; // a block ends with literals
            }
            int token = block.get(at++) & 0xff;
            long literals = extended(token >>> 4);
            if (literals < 0 || literals > block.limit() - at) {
                return INVALID;
            }
            at += (int) literals;
            plain += literals;
            if (at == block.limit()) {
                return plain;
            }
            if (block.limit() - at < 2) {
                return INVALID;
            }
            int offset = (block.get(at) & 0xff) | (block.get(at + 1) & 0xff) << 8;
            at += 2;
            long match = extended(token & LONG);
            if (match < 0 || offset == 0 || offset > plain + history) {
                return INVALID;
            }
            plain += match + SHORTEST_MATCH;
        }
        return plain;
    }

    /** Returns a length with the bytes that extend it, or {@link #INVALID} if the block ends within them. */
    private long extended(int nibble) {
        long length = nibble;
        if (nibble == LONG) {
            int next;
            do {
                if (at == block.limit()) {
                    return INVALID;
                }
                next = block.get(at++) & 0xff;
                length += next;
            } while (next == 0xff);
        }
        return length;
    }
}

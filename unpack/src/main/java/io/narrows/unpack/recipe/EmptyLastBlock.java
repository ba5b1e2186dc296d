package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;

/**
 * The end of a deflate stream of Go's encoders: a stored block without content. zlib has none at the end, so that the four bytes of its lengths
 * show which recipes may have made a stream.
 */
final class EmptyLastBlock {
    /** The length, 0, and its complement. */
    private static final byte[] LENGTHS = {0, 0, -1, -1};

    private EmptyLastBlock() {}

    /** Returns whether remaining bytes end like a stream that has such a block. */
    static boolean ends(ByteBuffer packed) {
        int from = packed.limit() - LENGTHS.length;
        if (from < packed.position()) {
            return false;
        }
        for (int i = 0; i < LENGTHS.length; i++) {
            if (packed.get(from + i) != LENGTHS[i]) {
                return false;
            }
        }
        return true;
    }
}

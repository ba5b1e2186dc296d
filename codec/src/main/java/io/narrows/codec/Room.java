package io.narrows.codec;

import java.nio.ByteBuffer;

/** Checks that a caller's buffer has the required room. */
final class Room {
    private Room() {}

    static void require(ByteBuffer dst, int length) {
        if (dst.remaining() < length) {
            throw new IllegalArgumentException("insufficient room: free=" + dst.remaining() + ", needed=" + length);
        }
    }
}

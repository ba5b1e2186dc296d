package io.narrows.codec;

import java.nio.ByteBuffer;

/** The check that a caller's buffer has the room that the contract asks for. */
final class Room {
    private Room() {}

    static void require(ByteBuffer dst, int length) {
        if (dst.remaining() < length) {
            throw new IllegalArgumentException("insufficient room: free=" + dst.remaining() + ", needed=" + length);
        }
    }
}

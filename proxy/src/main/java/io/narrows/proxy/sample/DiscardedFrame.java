package io.narrows.proxy.sample;

import java.nio.ByteBuffer;

/** The buffer for compressed frames, which are discarded: one for all of them. Used on the worker's thread. */
final class DiscardedFrame {
    private ByteBuffer buffer = ByteBuffer.allocateDirect(0);

    /** Returns the empty buffer, with room for at least that many bytes. */
    ByteBuffer withRoom(int bytes) {
        if (buffer.capacity() < bytes) {
            buffer = ByteBuffer.allocateDirect(bytes);
        }
        return buffer.clear();
    }
}

package io.narrows.proxy.link.unpack;

import io.netty.buffer.ByteBuf;

/** A part of the stream that waits for the pieces before it. */
sealed interface HeldPart permits HeldPiece, HeldPart.Literal, HeldPart.Action {
    /** Bytes that go as they are. */
    record Literal(ByteBuf bytes, long readAt) implements HeldPart {
        @Override
        public long memoryBytes() {
            return bytes.capacity();
        }

        @Override
        public void release() {
            bytes.release();
        }
    }

    /** An action between bytes. */
    record Action(Runnable action) implements HeldPart {
        @Override
        public long memoryBytes() {
            return 0;
        }

        @Override
        public void release() {}
    }

    /** Returns the memory that the part pins. */
    long memoryBytes();

    /** Releases the part's buffers. */
    void release();
}

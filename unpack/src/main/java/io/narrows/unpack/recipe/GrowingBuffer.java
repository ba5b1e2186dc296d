package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A little-endian direct buffer that is replaced by a larger one when more room is needed. */
public final class GrowingBuffer {
    private static final int FIRST = 64 << 10;

    private ByteBuffer buffer = ByteBuffer.allocateDirect(0).order(ByteOrder.LITTLE_ENDIAN);

    GrowingBuffer() {}

    /** Returns the buffer with position 0 and at least this capacity; its previous contents are lost. */
    public ByteBuffer cleared(int capacity) {
        if (buffer.capacity() < capacity) {
            buffer = allocate(capacity);
        }
        return buffer.clear();
    }

    /** Returns the buffer with the same position and at least this capacity; contents before the position are kept. */
    public ByteBuffer grown(int capacity) {
        if (buffer.capacity() < capacity) {
            ByteBuffer larger = allocate(capacity);
            larger.put(buffer.flip());
            buffer = larger;
        }
        return buffer.limit(buffer.capacity());
    }

    /** Returns the buffer as it is. */
    public ByteBuffer filled() {
        return buffer;
    }

    /** Allocates at most a quarter more than is needed, so that it seldom happens. */
    private static ByteBuffer allocate(int capacity) {
        int step = Math.max(FIRST, Integer.highestOneBit(capacity) >> 2);
        int rounded = (capacity + step - 1) / step * step;
        return ByteBuffer.allocateDirect(rounded).order(ByteOrder.LITTLE_ENDIAN);
    }
}

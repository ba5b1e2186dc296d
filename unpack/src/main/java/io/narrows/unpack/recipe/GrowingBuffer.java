package io.narrows.unpack.recipe;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A little-endian direct buffer that is replaced by a larger one when more room is needed. The memory of the former is freed at once, so
 * that no slice or duplicate of it may be used any more.
 */
public final class GrowingBuffer {
    private static final int FIRST = 64 << 10;

    private final Charge charge;
    private ByteBuffer buffer = empty();

    /** @param charge is charged for the memory before it is allocated */
    GrowingBuffer(Charge charge) {
        this.charge = charge;
    }

    private static ByteBuffer empty() {
        return ByteBuffer.allocateDirect(0).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Returns the buffer with position 0 and at least this capacity; its previous contents are lost.
     *
     * @throws NoWorkspaceMemoryException if there is not enough memory; the buffer is as before
     */
    public ByteBuffer cleared(int capacity) {
        if (buffer.capacity() < capacity) {
            replaceBy(allocate(capacity));
        }
        return buffer.clear();
    }

    /**
     * Returns the buffer with the same position and at least this capacity; contents before the position are kept.
     *
     * @throws NoWorkspaceMemoryException if there is not enough memory; the buffer is as before
     */
    public ByteBuffer grown(int capacity) {
        if (buffer.capacity() < capacity) {
            ByteBuffer larger = allocate(capacity);
            larger.put(buffer.flip());
            replaceBy(larger);
        }
        return buffer.limit(buffer.capacity());
    }

    /** Returns the buffer as it is. */
    public ByteBuffer filled() {
        return buffer;
    }

    /** Frees the memory. */
    void free() {
        replaceBy(empty());
    }

    private void replaceBy(ByteBuffer next) {
        ByteBuffer former = buffer;
        buffer = next;
        if (former.capacity() > 0) {
            DirectMemory.free(former);
            charge.giveBack(former.capacity());
        }
    }

    /** Allocates at most a quarter more than is needed, so that it seldom happens. */
    private ByteBuffer allocate(int capacity) {
        int step = Math.max(FIRST, Integer.highestOneBit(capacity) >> 2);
        int rounded = (capacity + step - 1) / step * step;
        charge.take(rounded);
        try {
            return ByteBuffer.allocateDirect(rounded).order(ByteOrder.LITTLE_ENDIAN);
        } catch (OutOfMemoryError e) {
            charge.giveBack(rounded);
            throw e;
        }
    }
}

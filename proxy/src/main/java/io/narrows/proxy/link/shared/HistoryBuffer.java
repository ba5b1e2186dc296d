package io.narrows.proxy.link.shared;

import io.netty.buffer.ByteBuf;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The latest bytes of a stream, addressed by absolute offsets. Not thread-safe. */
final class HistoryBuffer {
    /** Maximum number of bytes held. */
    static final int CAPACITY = 512 << 10;

    private final HistoryMemory memory;
    private byte @Nullable [] ring;
    private long start;
    private long end;

    /** @param memory supplies the memory of the bytes while there are any */
    HistoryBuffer(HistoryMemory memory) {
        this.memory = memory;
    }

    /** Returns the offset after the last byte. */
    long end() {
        return end;
    }

    /** Skips bytes, so that neither they nor earlier ones are held. */
    void pass(int bytes) {
        end += bytes;
        start = end;
    }

    /**
     * Appends bytes, at most {@link #CAPACITY}; their reader index is unchanged.
     *
     * @return false if there is no memory for them; nothing is changed in that case
     */
    boolean append(ByteBuf content) {
        if (ring == null) {
            if (!memory.take(CAPACITY)) {
                return false;
            }
            ring = new byte[CAPACITY];
        }
        int length = content.readableBytes();
        int at = (int) (end % CAPACITY);
        int first = Math.min(length, CAPACITY - at);
        content.getBytes(content.readerIndex(), ring, at, first);
        content.getBytes(content.readerIndex() + first, ring, 0, length - first);
        end += length;
        start = Math.max(start, end - CAPACITY);
        return true;
    }

    boolean holds(long from, int length) {
        return from >= start && length >= 0 && length <= end - from;
    }

    /** Returns a copy of bytes that it {@link #holds}. */
    byte[] copy(long from, int length) {
        byte[] copy = new byte[length];
        int at = (int) (from % CAPACITY);
        int first = Math.min(length, CAPACITY - at);
        byte[] held = Objects.requireNonNull(ring);
        System.arraycopy(held, at, copy, 0, first);
        System.arraycopy(held, 0, copy, first, length - first);
        return copy;
    }

    /** Frees the memory and drops all bytes. */
    void free() {
        if (ring != null) {
            ring = null;
            memory.giveBack(CAPACITY);
        }
        start = end;
    }

    long memoryBytes() {
        return ring == null ? 0 : CAPACITY;
    }
}

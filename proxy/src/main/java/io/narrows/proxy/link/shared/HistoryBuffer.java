package io.narrows.proxy.link.shared;

import io.netty.buffer.ByteBuf;

/** The latest bytes of a stream, by their absolute offsets. Not thread-safe. */
final class HistoryBuffer {
    /** How many of the latest bytes are held. */
    static final int CAPACITY = 512 << 10;

    private final HistoryMemory memory;
    private byte[] ring;
    private long start;
    private long end;

    /** @param memory what its bytes are taken from, as long as it holds some */
    HistoryBuffer(HistoryMemory memory) {
        this.memory = memory;
    }

    /** The offset behind the last byte. */
    long end() {
        return end;
    }

    /** Counts bytes that nobody will ask for, nor for those before them. */
    void pass(int bytes) {
        end += bytes;
        start = end;
    }

    /**
     * Takes bytes, at most {@link #CAPACITY}; their reader index stays.
     *
     * @return false when there is no memory for it, and then nothing has changed
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

    /** A copy of bytes that it {@link #holds}. */
    byte[] copy(long from, int length) {
        byte[] copy = new byte[length];
        int at = (int) (from % CAPACITY);
        int first = Math.min(length, CAPACITY - at);
        System.arraycopy(ring, at, copy, 0, first);
        System.arraycopy(ring, 0, copy, first, length - first);
        return copy;
    }

    /** Gives the memory back; nothing is held any more. */
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

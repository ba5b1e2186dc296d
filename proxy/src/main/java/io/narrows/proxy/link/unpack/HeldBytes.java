package io.narrows.proxy.link.unpack;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayDeque;
import java.util.Deque;

/** Reads of which it is not yet known where pieces begin and end, in order. Used on one event loop. */
final class HeldBytes {
    private record Read(ByteBuf bytes, long readAt) {}

    private final ByteBufAllocator allocator;
    private final Deque<Read> reads = new ArrayDeque<>();
    private long memory;

    HeldBytes(ByteBufAllocator allocator) {
        this.allocator = allocator;
    }

    /**
     * Adds bytes and takes ownership of them.
     *
     * @param readAt when they were read, on the nano clock
     */
    void add(ByteBuf bytes, long readAt) {
        if (bytes.isReadable()) {
            reads.add(new Read(bytes, readAt));
            memory += bytes.capacity();
        } else {
            bytes.release();
        }
    }

    boolean isEmpty() {
        return reads.isEmpty();
    }

    /** Returns when the first of the bytes were read. */
    long since() {
        return reads.getFirst().readAt();
    }

    /** Returns the memory that the bytes pin. */
    long memoryBytes() {
        return memory;
    }

    /** Removes the next bytes, in one buffer that the caller releases. */
    ByteBuf take(int length) {
        ByteBuf first = reads.getFirst().bytes();
        if (first.readableBytes() > length) {
            return first.readRetainedSlice(length);
        }
        if (first.readableBytes() == length) {
            forgetFirst();
            return first;
        }
        ByteBuf joined = allocator.directBuffer(length, length);
        while (joined.isWritable()) {
            ByteBuf next = reads.getFirst().bytes();
            joined.writeBytes(next, Math.min(next.readableBytes(), joined.writableBytes()));
            if (!next.isReadable()) {
                forgetFirst();
                next.release();
            }
        }
        return joined;
    }

    private void forgetFirst() {
        memory -= reads.removeFirst().bytes().capacity();
    }

    void release() {
        reads.forEach(read -> read.bytes().release());
        reads.clear();
        memory = 0;
    }
}

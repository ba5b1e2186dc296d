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
    private int length;

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
            length += bytes.readableBytes();
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

    /** Returns how many bytes there are. */
    int length() {
        return length;
    }

    /** Returns the memory that the bytes pin. */
    long memoryBytes() {
        return memory;
    }

    /** Removes the next bytes, in one buffer that the caller releases. */
    ByteBuf take(int count) {
        ByteBuf first = reads.getFirst().bytes();
        if (first.readableBytes() > count) {
            length -= count;
            return first.readRetainedSlice(count);
        }
        if (first.readableBytes() == count) {
            forgetFirst();
            return first;
        }
        ByteBuf joined = copy(count);
        drop(count);
        return joined;
    }

    /** Returns the next bytes in one buffer, which the caller releases, and keeps them. */
    ByteBuf copy(int count) {
        ByteBuf first = reads.getFirst().bytes();
        if (first.readableBytes() >= count) {
            return first.retainedSlice(first.readerIndex(), count);
        }
        ByteBuf joined = allocator.directBuffer(count, count);
        for (Read read : reads) {
            ByteBuf next = read.bytes();
            joined.writeBytes(next, next.readerIndex(), Math.min(next.readableBytes(), joined.writableBytes()));
        }
        return joined;
    }

    /** Removes the next bytes, and adds them to others with their times. */
    void move(int count, HeldBytes others) {
        int rest = count;
        while (rest > 0) {
            Read first = reads.getFirst();
            int moved = Math.min(rest, first.bytes().readableBytes());
            others.add(take(moved), first.readAt());
            rest -= moved;
        }
    }

    /** Removes and releases the next bytes. */
    void drop(int count) {
        int rest = count;
        while (rest > 0) {
            ByteBuf first = reads.getFirst().bytes();
            if (first.readableBytes() > rest) {
                first.skipBytes(rest);
                length -= rest;
                return;
            }
            rest -= first.readableBytes();
            forgetFirst();
            first.release();
        }
    }

    private void forgetFirst() {
        ByteBuf first = reads.removeFirst().bytes();
        memory -= first.capacity();
        length -= first.readableBytes();
    }

    void release() {
        reads.forEach(read -> read.bytes().release());
        reads.clear();
        memory = 0;
        length = 0;
    }
}

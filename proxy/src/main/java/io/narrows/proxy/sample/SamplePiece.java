package io.narrows.proxy.sample;

import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Storage;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import org.jspecify.annotations.Nullable;

/**
 * Copies of successive reads in one pooled buffer, each with its length and time before it. Small reads share a piece, so that the
 * worker is not woken for each of them. The memory is charged to an account until {@link #release}. Not thread-safe.
 */
final class SamplePiece {
    /** The memory of a piece of small reads. */
    static final int CAPACITY = 16 << 10;

    /** A piece waits at most that long for further reads once one comes. */
    static final long LONGEST_WAIT_NANOS = 1_000_000_000L;

    private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;

    /** Receives a part of a buffer, and when it was read, on the nano clock. */
    interface Frames {
        void frame(ByteBuf bytes, int at, int length, long readAt);
    }

    private final ByteBuf frames;
    private final Account account;
    private final long begunAt;
    private int appBytes;

    private SamplePiece(ByteBuf frames, Account account, long begunAt) {
        this.frames = frames;
        this.account = account;
        this.begunAt = begunAt;
    }

    /** Returns an empty piece with room for a read of that length; null if there is no memory. */
    static @Nullable SamplePiece open(ByteBufAllocator allocator, Account account, int length, long now) {
        int capacity = capacity(length);
        if (!account.take(Storage.NATIVE, capacity)) {
            return null;
        }
        try {
            return new SamplePiece(allocator.directBuffer(capacity, capacity), account, now);
        } catch (OutOfMemoryError e) {
            account.giveBack(Storage.NATIVE, capacity);
            return null;
        }
    }

    /** Returns the memory of a piece whose first read has that length. */
    static int capacity(int length) {
        return Math.max(CAPACITY, HEADER_BYTES + length);
    }

    /** Returns the memory of this piece, in bytes. */
    int bytes() {
        return frames.capacity();
    }

    /** Returns the bytes of all reads. */
    int appBytes() {
        return appBytes;
    }

    boolean fits(int length) {
        return frames.writableBytes() >= HEADER_BYTES + length;
    }

    /**
     * Copies a part of a buffer as the next frame.
     *
     * @param readAt when it was read, on the nano clock
     */
    void add(ByteBuf bytes, int at, int length, long readAt) {
        frames.writeInt(length).writeLong(readAt).writeBytes(bytes, at, length);
        appBytes += length;
    }

    /** Returns whether it is full, or has waited long enough for further reads. */
    boolean isDue(long now) {
        return !fits(1) || now - begunAt >= LONGEST_WAIT_NANOS;
    }

    /** Passes on the frames in their order. */
    void forEach(Frames receiver) {
        int at = frames.readerIndex();
        while (at < frames.writerIndex()) {
            int length = frames.getInt(at);
            receiver.frame(frames, at + HEADER_BYTES, length, frames.getLong(at + Integer.BYTES));
            at += HEADER_BYTES + length;
        }
    }

    void release() {
        int capacity = bytes();
        frames.release();
        account.giveBack(Storage.NATIVE, capacity);
    }
}

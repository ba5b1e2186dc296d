package io.narrows.proxy.sample;

import io.narrows.proxy.memory.Account;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.util.ArrayList;
import java.util.List;

/** Copies of successive reads, up to a number of bytes. Their memory is charged to an account until {@link #release}. Not thread-safe. */
final class SampleCopies {
    /** The maximum size of a link's frame. */
    private static final int FRAME_BYTES = 64 << 10;

    private final ByteBufAllocator allocator;
    private final Account account;
    private final List<SamplePiece> pieces = new ArrayList<>();
    private long bytesLeft;
    private boolean outOfMemory;
    private boolean isSplit = true;

    /** @param most the bytes after which no more are copied */
    SampleCopies(ByteBufAllocator allocator, Account account, long most) {
        this.allocator = allocator;
        this.account = account;
        this.bytesLeft = most;
    }

    /** Copies readable bytes, which stay readable, as long as it {@link #takesMore}. */
    void add(ByteBuf bytes, long readAt) {
        int end = bytes.writerIndex();
        for (int at = bytes.readerIndex(); at < end && takesMore(); at += FRAME_BYTES) {
            add(bytes, at, Math.min(FRAME_BYTES, end - at), readAt);
        }
    }

    private void add(ByteBuf bytes, int at, int length, long readAt) {
        SamplePiece last = isSplit ? null : pieces.get(pieces.size() - 1);
        if (last == null || !last.fits(length)) {
            last = SamplePiece.open(allocator, account, length, readAt);
            if (last == null) {
                outOfMemory = true;
                return;
            }
            isSplit = false;
            pieces.add(last);
        }
        last.add(bytes, at, length, readAt);
        bytesLeft -= length;
    }

    /** Has the next read begin another piece. */
    void split() {
        isSplit = true;
    }

    /** Returns whether all bytes that fit have been copied. */
    boolean isFull() {
        return bytesLeft <= 0;
    }

    /** Returns whether there is room for further bytes. */
    boolean takesMore() {
        return !isFull() && !outOfMemory;
    }

    /** Returns the pieces so far. */
    List<SamplePiece> pieces() {
        return List.copyOf(pieces);
    }

    /** Frees the pieces. */
    void release() {
        pieces.forEach(SamplePiece::release);
        pieces.clear();
        isSplit = true;
    }
}

package io.narrows.storage.sst;

import java.io.IOException;

/**
 * A window of the file that a scan, in either direction, reads in one operation; it grows with each read. Not
 * thread-safe.
 */
final class ReadAhead {
    private static final int FIRST = 1 << 15;
    private static final int LARGEST = 1 << 18;

    private byte[] window = {};
    private long start;
    private int wanted = FIRST;

    /** Returns whether a block with its trailer is in the window. */
    boolean has(BlockHandle handle) {
        return handle.offset() >= start && handle.end() <= start + window.length;
    }

    /** Reads from a block on, up to {@code end}; the window then contains the block. */
    void read(TableFile file, BlockHandle from, long end) throws IOException {
        read(file, from.offset(), length(from, end - from.offset()));
    }

    /** Reads a block and the bytes before it, down to {@code begin} at most; the window then contains the block. */
    void readBack(TableFile file, BlockHandle until, long begin) throws IOException {
        int length = length(until, until.end() - begin);
        read(file, until.end() - length, length);
    }

    private void read(TableFile file, long offset, int length) throws IOException {
        window = new byte[0]; // stays empty if the read fails
        window = file.read(offset, length, BlockKind.DATA);
        start = offset;
        wanted = Math.min(LARGEST, 2 * wanted);
    }

    /** Returns the number of bytes to read, at least the whole block. */
    private int length(BlockHandle block, long most) {
        long least = block.end() - block.offset();
        return (int) Math.max(least, Math.min(wanted, most));
    }

    int indexOf(BlockHandle handle) {
        return (int) (handle.offset() - start);
    }

    byte[] array() {
        return window;
    }
}

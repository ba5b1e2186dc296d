package io.narrows.storage.sst;

import java.io.IOException;

/** A piece of the file that a scan, in either direction, has read at once, larger each time. For one thread. */
final class ReadAhead {
    private static final int FIRST = 1 << 15;
    private static final int LARGEST = 1 << 18;

    private byte[] window = {};
    private long start;
    private int wanted = FIRST;

    /** Whether a block is in it, with its trailer. */
    boolean has(BlockHandle handle) {
        return handle.offset() >= start && handle.end() <= start + window.length;
    }

    /** Reads from a block on, as far as {@code end}; the block is in it afterwards. */
    void read(TableFile file, BlockHandle from, long end) throws IOException {
        read(file, from.offset(), length(from, end - from.offset()));
    }

    /** Reads a block and what lies before it, back to {@code begin} at most; the block is in it afterwards. */
    void readBack(TableFile file, BlockHandle until, long begin) throws IOException {
        int length = length(until, until.end() - begin);
        read(file, until.end() - length, length);
    }

    private void read(TableFile file, long offset, int length) throws IOException {
        window = new byte[0]; // nothing, if this fails
        window = file.read(offset, length, BlockKind.DATA);
        start = offset;
        wanted = Math.min(LARGEST, 2 * wanted);
    }

    /** What to read at once: a whole block at least. */
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

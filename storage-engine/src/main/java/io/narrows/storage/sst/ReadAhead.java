package io.narrows.storage.sst;

import java.io.IOException;

/** A piece of the file that a scan has read at once, larger each time. For one thread. */
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
        long least = handleLength(from);
        long most = Math.max(least, end - from.offset());
        window = new byte[0];
        window = file.read(from.offset(), (int) Math.min(Math.max(wanted, least), most), BlockKind.DATA);
        start = from.offset();
        wanted = Math.min(LARGEST, 2 * wanted);
    }

    int indexOf(BlockHandle handle) {
        return (int) (handle.offset() - start);
    }

    byte[] array() {
        return window;
    }

    private static long handleLength(BlockHandle handle) {
        return handle.end() - handle.offset();
    }
}

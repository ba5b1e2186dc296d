package io.narrows.node.raftlog;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Reads a file sequentially through a buffer that grows only for larger reads. */
final class ReadWindow {
    private static final int BYTES = 1 << 20;

    private final InterruptSafeFile file;
    private final long size;
    private ByteBuffer window = ByteBuffer.allocate(BYTES).limit(0);
    private long start;

    ReadWindow(InterruptSafeFile file, long size) {
        this.file = file;
        this.size = size;
    }

    /**
     * Returns bytes of the file, valid until the next call.
     *
     * @return null if the file ends before them
     */
    @Nullable
    ByteBuffer at(long position, int length) throws IOException {
        if (length > size - position) {
            return null;
        }
        if (position < start || position + length > start + window.limit()) {
            fill(position, length);
        }
        return window.slice((int) (position - start), length);
    }

    private void fill(long position, int length) throws IOException {
        if (window.capacity() < length) {
            window = ByteBuffer.allocate(length);
        }
        window.clear();
        file.read(window, position);
        window.flip();
        start = position;
        if (window.limit() < length) {
            throw new IOException(file.path() + " was truncated while it was read: " + (position + window.limit())
                    + " bytes (expected: " + size + ")");
        }
    }
}

package io.narrows.middleware.meter;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes of a decompressed message. */
final class CountedInputStream extends FilterInputStream {
    private final MessageCell cell;

    CountedInputStream(InputStream decompressed, MessageCell cell) {
        super(decompressed);
        this.cell = cell;
    }

    @Override
    public int read() throws IOException {
        int b = in.read();
        if (b >= 0) {
            cell.app(1);
        }
        return b;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        int count = in.read(into, offset, length);
        if (count > 0) {
            cell.app(count);
        }
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        long skipped = in.skip(count);
        cell.app(skipped);
        return skipped;
    }

    /** Returns false: bytes that are reread would be counted twice. */
    @Override
    public boolean markSupported() {
        return false;
    }
}

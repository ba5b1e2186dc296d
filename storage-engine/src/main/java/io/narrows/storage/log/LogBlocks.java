package io.narrows.storage.log;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** Reads the blocks of a log one after another into one array. Bytes appended after opening are ignored. */
final class LogBlocks implements Closeable {
    private final InterruptSafeFile file;
    private final long size;
    private final byte[] array = new byte[RecordHeader.BLOCK];
    private long start;
    private int limit;

    LogBlocks(InterruptSafeFile file) throws IOException {
        this.file = file;
        this.size = file.size();
        load(0);
    }

    private void load(long position) throws IOException {
        start = position;
        limit = (int) Math.min(RecordHeader.BLOCK, size - position);
        ByteBuffer target = ByteBuffer.wrap(array, 0, limit);
        if (file.read(target, position) < limit) {
            throw new IOException(file.path() + ": offset " + position + ": the file of " + size
                    + " bytes was truncated while it was read");
        }
    }

    /** Returns whether another block follows. */
    boolean hasNext() {
        return start + limit < size;
    }

    void next() throws IOException {
        load(start + limit);
    }

    /** Returns the bytes of the block, up to {@link #limit}. */
    byte[] array() {
        return array;
    }

    /** Returns the size of the block; less than {@link RecordHeader#BLOCK} only for the last one. */
    int limit() {
        return limit;
    }

    /** Returns the position in the file of an index in the array. */
    long offset(int at) {
        return start + at;
    }

    /** Returns the size of the file in bytes. */
    long size() {
        return size;
    }

    InterruptSafeFile file() {
        return file;
    }

    /** Returns whether the block contains only zeros from an index on. */
    boolean isZeroFrom(int at) {
        for (int i = at; i < limit; i++) {
            if (array[i] != 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}

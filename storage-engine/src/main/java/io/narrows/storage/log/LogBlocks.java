package io.narrows.storage.log;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/** The blocks of a log, one after another in one array. The file is taken to be as long as it was at first. */
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
            throw new IOException(
                    file.path() + ": offset " + position + ": the file of " + size + " bytes became shorter");
        }
    }

    /** Whether a block follows the one that is in the array. */
    boolean hasNext() {
        return start + limit < size;
    }

    void next() throws IOException {
        load(start + limit);
    }

    /** The bytes of the block, up to {@link #limit}. */
    byte[] array() {
        return array;
    }

    /** Bytes of the block; less than {@link RecordHeader#BLOCK} only in the last one. */
    int limit() {
        return limit;
    }

    /** Where in the file something in the array is. */
    long offset(int at) {
        return start + at;
    }

    /** Bytes of the file. */
    long size() {
        return size;
    }

    InterruptSafeFile file() {
        return file;
    }

    /** Whether the block has nothing but zeros from an index on. */
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

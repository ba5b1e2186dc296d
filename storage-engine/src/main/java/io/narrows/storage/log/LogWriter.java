package io.narrows.storage.log;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes a log, with short headers that every RocksDB can read. One thread at a time may add records, while another calls
 * {@link #sync}. After a failure it accepts no more records, because they could not be read back.
 */
public final class LogWriter implements Closeable {
    /** Maximum number of bytes per system call; a larger record takes several. */
    private static final int LARGEST_WRITE = 1 << 20;

    private final InterruptSafeFile file;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer buffer = allocate(RecordHeader.BLOCK * 2);

    /** Position in the file of the start of the buffer. */
    private long flushed;

    private volatile long size;
    private volatile @Nullable IOException failure;

    LogWriter(InterruptSafeFile file) {
        this.file = file;
    }

    /**
     * Creates an empty log.
     *
     * @throws java.nio.file.FileAlreadyExistsException if a file of that name exists
     */
    public static LogWriter create(Path file) throws IOException {
        return new LogWriter(InterruptSafeFile.create(file));
    }

    public Path file() {
        return file.path();
    }

    /** Returns the size of the file in bytes. */
    public long size() {
        return size;
    }

    /**
     * Adds a record of any length. On return the operating system has it: it survives a killed process, but survives a
     * power failure only after {@link #sync}.
     *
     * @throws IOException if this record or an earlier one could not be written; the message names the file
     */
    public void add(byte[] array, int offset, int length) throws IOException {
        checkNotBroken();
        buffer = withRoom(length);
        try {
            fill(array, offset, length);
            flush();
        } catch (IOException e) {
            throw broken("a record of " + length + " bytes could not be written", e);
        }
        size = flushed;
    }

    /**
     * Forces all records added so far to disk.
     *
     * @throws IOException if that failed; records added since the last success may or may not be on disk
     */
    public void sync() throws IOException {
        checkNotBroken();
        try {
            file.force(false);
        } catch (IOException e) {
            // the system discards data that it could not write, so a second attempt would succeed without it
            throw broken("could not be synced to disk", e);
        }
    }

    private void fill(byte[] array, int offset, int length) throws IOException {
        int at = offset;
        int end = offset + length;
        boolean first = true;
        do {
            int left = pad();
            int part = Math.min(end - at, left - RecordHeader.LENGTH);
            boolean last = part == end - at;
            put(type(first, last), array, at, part);
            at += part;
            first = false;
        } while (at < end);
    }

    /** Pads a block that has too little space for a header; returns the number of bytes left in the current block. */
    private int pad() throws IOException {
        if (buffer.remaining() < RecordHeader.BLOCK + RecordHeader.LENGTH) {
            flush();
        }
        int left = RecordHeader.BLOCK - (int) ((flushed + buffer.position()) % RecordHeader.BLOCK);
        if (left >= RecordHeader.LENGTH) {
            return left;
        }
        for (int i = 0; i < left; i++) {
            buffer.put((byte) 0);
        }
        return RecordHeader.BLOCK;
    }

    private static int type(boolean first, boolean last) {
        if (first) {
            return last ? RecordType.FULL : RecordType.FIRST;
        }
        return last ? RecordType.LAST : RecordType.MIDDLE;
    }

    private void put(int type, byte[] array, int at, int length) {
        crc.reset();
        crc.update(type);
        crc.update(array, at, length);
        buffer.putInt(RecordHeader.mask(crc)).putShort((short) length).put((byte) type);
        buffer.put(array, at, length);
    }

    private void flush() throws IOException {
        buffer.flip();
        int length = buffer.remaining();
        file.write(buffer, flushed);
        flushed += length;
        buffer.clear();
    }

    /** Returns a buffer with space for the whole record, unless it is too large. */
    private ByteBuffer withRoom(int length) {
        long headers = (long) RecordHeader.LENGTH * (length / (RecordHeader.BLOCK - RecordHeader.LENGTH) + 2);
        // fragments are written only while the buffer has space for another block
        long wanted = Math.min(LARGEST_WRITE, length + headers + 2L * RecordHeader.BLOCK);
        return wanted <= buffer.capacity() ? buffer : allocate((int) wanted);
    }

    private static ByteBuffer allocate(int capacity) {
        return ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void checkNotBroken() throws IOException {
        IOException before = failure;
        if (before != null) {
            throw new IOException(
                    file.path() + ": writes are disabled after an earlier failure: " + before.getMessage(), before);
        }
    }

    private IOException broken(String what, IOException cause) {
        failure = new IOException(file.path() + ": offset " + size + ": " + what + ": " + cause.getMessage(), cause);
        return failure;
    }

    /** Closes the file without a sync. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}

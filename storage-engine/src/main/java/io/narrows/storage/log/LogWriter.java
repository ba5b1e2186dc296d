package io.narrows.storage.log;

import io.narrows.storage.file.InterruptSafeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * Writes a log: records with short headers, which every RocksDB reads. Records are added by one thread at a time; another
 * may {@link #sync} meanwhile. After a failure nothing more can be added, for what would follow could not be read.
 */
public final class LogWriter implements Closeable {
    /** What one write hands to the system at most; a larger record takes several. */
    private static final int LARGEST_WRITE = 1 << 20;

    private final InterruptSafeFile file;
    private final CRC32C crc = new CRC32C();
    private ByteBuffer buffer = allocate(RecordHeader.BLOCK * 2);

    /** Where what the buffer holds will be in the file. */
    private long flushed;

    private volatile long size;
    private volatile IOException failure;

    LogWriter(InterruptSafeFile file) {
        this.file = file;
    }

    /**
     * A new, empty log.
     *
     * @throws java.nio.file.FileAlreadyExistsException when there is a file of that name
     */
    public static LogWriter create(Path file) throws IOException {
        return new LogWriter(InterruptSafeFile.create(file));
    }

    public Path file() {
        return file.path();
    }

    /** Bytes of the file. */
    public long size() {
        return size;
    }

    /**
     * Adds a record, of any length. It is with the operating system when this returns: a killed process does not lose
     * it, a power cut does unless {@link #sync} has followed.
     *
     * @throws IOException when it could not be written, or anything before it could not; the message names the file
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
     * Returns when all that was added before is on disk.
     *
     * @throws IOException when that failed; what was written since the last success may or may not be there
     */
    public void sync() throws IOException {
        checkNotBroken();
        try {
            file.force(false);
        } catch (IOException e) {
            // the system forgets what it could not write: a second try would succeed without it
            throw broken("could not be forced to disk", e);
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

    /** Ends a block that has no room for a header; returns the bytes that are left in the block then. */
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

    /** A buffer that takes a whole record, if it is not too large. */
    private ByteBuffer withRoom(int length) {
        long headers = (long) RecordHeader.LENGTH * (length / (RecordHeader.BLOCK - RecordHeader.LENGTH) + 2);
        // a fragment is put only while a block has room
        long wanted = Math.min(LARGEST_WRITE, length + headers + 2L * RecordHeader.BLOCK);
        return wanted <= buffer.capacity() ? buffer : allocate((int) wanted);
    }

    private static ByteBuffer allocate(int capacity) {
        return ByteBuffer.allocateDirect(capacity).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void checkNotBroken() throws IOException {
        IOException before = failure;
        if (before != null) {
            throw new IOException(file.path() + ": not written to any more since: " + before.getMessage(), before);
        }
    }

    private IOException broken(String what, IOException cause) {
        failure = new IOException(file.path() + ": offset " + size + ": " + what + ": " + cause.getMessage(), cause);
        return failure;
    }

    /** Syncs nothing. */
    @Override
    public void close() throws IOException {
        file.close();
    }
}

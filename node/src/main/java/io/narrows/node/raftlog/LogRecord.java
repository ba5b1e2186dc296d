package io.narrows.node.raftlog;

import java.nio.ByteBuffer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The layout of an entry in a segment file; numbers are big-endian. Part of the file format; must not change.
 *
 * <pre>
 *   0       4        8         12      20     28                      32     33
 *   +-------+--------+---------+-------+------+-----------------------+------+---------
 *   | magic | length | CRC-32C | index | term | entries of the batch  | kind | data ...
 *   |       | of data|         |       |      | before this one       |      |
 *   +-------+--------+---------+-------+------+-----------------------+------+---------
 * </pre>
 *
 * The checksum covers the first index of the segment, the position in the file, the length, and everything after the checksum.
 * A copy of a record, in a client's value or elsewhere in the file, is therefore not a valid record.
 */
record LogRecord(int position, long index, long term, long batchFirst, byte kind, int dataLength) {
    static final int HEADER_BYTES = 33;

    private static final int MAGIC = 0x6e4c6731;
    private static final int LENGTH = 4;
    private static final int CHECKSUM = 8;
    private static final int INDEX = 12;
    private static final int TERM = 20;
    private static final int BATCH_OFFSET = 28;
    private static final int KIND = 32;

    /** Returns the length of the whole record. */
    int length() {
        return HEADER_BYTES + dataLength;
    }

    /** Appends the record to a buffer with enough room. */
    void put(ByteBuffer target, long segment, ByteBuffer data) {
        int start = target.position();
        target.putInt(MAGIC).putInt(dataLength).putInt(0);
        target.putLong(index).putLong(term).putInt((int) (index - batchFirst)).put(kind);
        target.put(data);
        ByteBuffer written = target.duplicate().flip().position(start).slice();
        target.putInt(start + CHECKSUM, checksum(segment, position, written));
    }

    /** Returns whether the buffer, of at least four bytes, starts with the magic number of a record. */
    static boolean hasMagic(ByteBuffer buffer) {
        return buffer.getInt(0) == MAGIC;
    }

    /** Returns the data length claimed by a header that is not verified yet. */
    static int announcedLength(ByteBuffer header) {
        return header.getInt(LENGTH);
    }

    /** Returns the record that fills the buffer, or null if it is not intact. */
    static @Nullable LogRecord verified(ByteBuffer bytes, long segment, int position) {
        if (!hasMagic(bytes) || announcedLength(bytes) != bytes.limit() - HEADER_BYTES) {
            return null;
        }
        if (bytes.getInt(CHECKSUM) != checksum(segment, position, bytes)) {
            return null;
        }
        long index = bytes.getLong(INDEX);
        return new LogRecord(
                position,
                index,
                bytes.getLong(TERM),
                index - bytes.getInt(BATCH_OFFSET),
                bytes.get(KIND),
                announcedLength(bytes));
    }

    private static int checksum(long segment, int position, ByteBuffer record) {
        ByteBuffer place = ByteBuffer.allocate(Long.BYTES + Integer.BYTES + Integer.BYTES);
        place.putLong(segment).putInt(position).putInt(record.getInt(LENGTH)).flip();
        CRC32C checksum = new CRC32C();
        checksum.update(place);
        checksum.update(record.duplicate().position(INDEX));
        return (int) checksum.getValue();
    }
}

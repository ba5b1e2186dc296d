package io.narrows.storage.batch;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.Coding;
import java.io.IOException;

/** Reads batches in the format of the write-ahead log, both ours and RocksDB's. */
public final class BatchRecord {
    private BatchRecord() {}

    /**
     * The header of a record.
     *
     * @param sequence the sequence number of the first change, 0 to 2^56 - 1
     * @param count number of changes, at least 0; each takes one sequence number
     */
    public record Header(long sequence, int count) {
        /** Returns the sequence number after the last change, where the next batch begins. */
        public long nextSequence() {
            return sequence + count;
        }
    }

    /** @throws MalformedBatchException if the header is truncated, or has values impossible for a batch of this length */
    public static Header header(Slice record) throws MalformedBatchException {
        if (record.length() < BatchLayout.HEADER) {
            throw new MalformedBatchException(
                    record.length(), "truncated within the header of " + BatchLayout.HEADER + " bytes");
        }
        long sequence = Coding.fixed64(record.array(), record.offset() + BatchLayout.SEQUENCE_AT);
        int count = Coding.fixed32(record.array(), record.offset() + BatchLayout.COUNT_AT);
        if (count < 0 || count > record.length()) {
            throw new MalformedBatchException(
                    BatchLayout.COUNT_AT,
                    Integer.toUnsignedString(count) + " changes in " + record.length() + " bytes");
        }
        if (sequence < 0 || sequence > InternalKey.MAX_SEQUENCE - Math.max(count - 1, 0)) {
            throw new MalformedBatchException(
                    BatchLayout.SEQUENCE_AT,
                    count + " changes from sequence number " + Long.toUnsignedString(sequence) + " (expected: up to "
                            + InternalKey.MAX_SEQUENCE + ")");
        }
        return new Header(sequence, count);
    }

    /**
     * Passes all changes to a visitor. The visitor has already seen the changes before an invalid one; for all or nothing,
     * visit the record with a no-op visitor first.
     *
     * @throws MalformedBatchException if the record is truncated, has an unknown tag, or a number of changes that differs
     *     from its header
     * @throws UnsupportedBatchException if it has an unsupported change
     */
    public static void forEach(Slice record, BatchVisitor visitor) throws IOException {
        Header header = header(record);
        BatchCursor cursor = new BatchCursor(record, BatchLayout.HEADER);
        long sequence = header.sequence();
        while (!cursor.atEnd()) {
            int begin = cursor.position();
            int tag = cursor.tag();
            if (tag == BatchLayout.LOG_DATA) {
                cursor.bytes("log data");
                continue;
            }
            if (tag == BatchLayout.NOOP) {
                continue;
            }
            if (sequence == header.nextSequence() && BatchLayout.unsupported(tag) == null) {
                throw new MalformedBatchException(begin, "more changes than the header count of " + header.count());
            }
            change(begin, tag, sequence, cursor, visitor);
            sequence++;
        }
        if (sequence != header.nextSequence()) {
            throw new MalformedBatchException(
                    record.length(), sequence - header.sequence() + " changes, but the header says " + header.count());
        }
    }

    private static void change(int begin, int tag, long sequence, BatchCursor cursor, BatchVisitor visitor)
            throws IOException {
        switch (tag) {
            case BatchLayout.PUT -> write(0, sequence, EntryType.PUT, cursor, visitor);
            case BatchLayout.FAMILY_PUT -> write(cursor.family(), sequence, EntryType.PUT, cursor, visitor);
            case BatchLayout.MERGE -> write(0, sequence, EntryType.MERGE, cursor, visitor);
            case BatchLayout.FAMILY_MERGE -> write(cursor.family(), sequence, EntryType.MERGE, cursor, visitor);
            case BatchLayout.DELETE -> delete(0, sequence, EntryType.DELETE, cursor, visitor);
            case BatchLayout.FAMILY_DELETE -> delete(cursor.family(), sequence, EntryType.DELETE, cursor, visitor);
            case BatchLayout.SINGLE_DELETE -> delete(0, sequence, EntryType.SINGLE_DELETE, cursor, visitor);
            case BatchLayout.FAMILY_SINGLE_DELETE ->
                delete(cursor.family(), sequence, EntryType.SINGLE_DELETE, cursor, visitor);
            case BatchLayout.RANGE_DELETE -> deleteRange(0, sequence, cursor, visitor);
            case BatchLayout.FAMILY_RANGE_DELETE -> deleteRange(cursor.family(), sequence, cursor, visitor);
            default -> throw refused(begin, tag);
        }
    }

    private static void write(int family, long sequence, EntryType type, BatchCursor cursor, BatchVisitor visitor)
            throws IOException {
        Slice key = cursor.bytes("key");
        visitor.entry(family, sequence, type, key, cursor.bytes("value"));
    }

    private static void delete(int family, long sequence, EntryType type, BatchCursor cursor, BatchVisitor visitor)
            throws IOException {
        visitor.entry(family, sequence, type, cursor.bytes("key"), Slice.EMPTY);
    }

    private static void deleteRange(int family, long sequence, BatchCursor cursor, BatchVisitor visitor)
            throws IOException {
        Slice begin = cursor.bytes("first key");
        visitor.deleteRange(family, sequence, begin, cursor.bytes("end"));
    }

    private static IOException refused(int begin, int tag) {
        String feature = BatchLayout.unsupported(tag);
        return feature == null
                ? new MalformedBatchException(begin, "unknown tag 0x%02x".formatted(tag))
                : new UnsupportedBatchException(begin, tag, feature);
    }
}

package io.narrows.storage.batch;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.block.Coding;
import java.io.IOException;
import java.util.Arrays;

/**
 * A batch of changes that are applied atomically. They are stored in the format of the write-ahead log
 * ({@link BatchRecord}), so writing a batch needs no conversion. Keys and values are copied. Not thread-safe.
 */
public final class WriteBatch {
    /** Maximum length of an array. */
    private static final int MAX_LENGTH = Integer.MAX_VALUE - 8;

    private static final int FIRST_ROOM = 256;

    private byte[] record = new byte[FIRST_ROOM];
    private int length = BatchLayout.HEADER;
    private int count;

    public WriteBatch put(ColumnFamily family, Slice key, Slice value) {
        begin(BatchLayout.PUT, BatchLayout.FAMILY_PUT, family, key, value);
        append(key);
        append(value);
        return counted();
    }

    public WriteBatch put(ColumnFamily family, byte[] key, byte[] value) {
        return put(family, Slice.of(key), Slice.of(value));
    }

    public WriteBatch delete(ColumnFamily family, Slice key) {
        begin(BatchLayout.DELETE, BatchLayout.FAMILY_DELETE, family, key, Slice.EMPTY);
        append(key);
        return counted();
    }

    public WriteBatch delete(ColumnFamily family, byte[] key) {
        return delete(family, Slice.of(key));
    }

    /**
     * Deletes a key that was put exactly once since it was last deleted; if it was put more often, the result is undefined.
     */
    public WriteBatch singleDelete(ColumnFamily family, Slice key) {
        begin(BatchLayout.SINGLE_DELETE, BatchLayout.FAMILY_SINGLE_DELETE, family, key, Slice.EMPTY);
        append(key);
        return counted();
    }

    public WriteBatch singleDelete(ColumnFamily family, byte[] key) {
        return singleDelete(family, Slice.of(key));
    }

    /**
     * Deletes all keys from {@code begin} to {@code end}, exclusive. Does nothing if both are equal.
     *
     * @throws IllegalArgumentException if {@code begin} is after {@code end}
     */
    public WriteBatch deleteRange(ColumnFamily family, Slice begin, Slice end) {
        int order = begin.compareTo(end);
        if (order > 0) {
            throw new IllegalArgumentException("range from " + begin + " to " + end + " (expected: ascending)");
        }
        if (order == 0) {
            return this;
        }
        begin(BatchLayout.RANGE_DELETE, BatchLayout.FAMILY_RANGE_DELETE, family, begin, end);
        append(begin);
        append(end);
        return counted();
    }

    /** @throws IllegalArgumentException if {@code begin} is after {@code end} */
    public WriteBatch deleteRange(ColumnFamily family, byte[] begin, byte[] end) {
        return deleteRange(family, Slice.of(begin), Slice.of(end));
    }

    /** Appends the changes of another batch to this one. */
    public void append(WriteBatch other) {
        int changes = other.length - BatchLayout.HEADER;
        ensureRoom(changes);
        System.arraycopy(other.record, BatchLayout.HEADER, record, length, changes);
        length += changes;
        setCount(count + other.count);
    }

    /** Returns the number of changes; each takes one sequence number. */
    public int count() {
        return count;
    }

    public boolean isEmpty() {
        return count == 0;
    }

    /** Returns the size of the record in bytes. */
    public int byteSize() {
        return length;
    }

    /** Removes all changes, but keeps the allocated memory. */
    public void clear() {
        length = BatchLayout.HEADER;
        Coding.putFixed64(record, BatchLayout.SEQUENCE_AT, 0);
        setCount(0);
    }

    /**
     * Sets the sequence number of the first change; 0 until then.
     *
     * @throws IllegalArgumentException if any change's number would be outside 0 to {@link InternalKey#MAX_SEQUENCE}
     */
    public void setSequence(long first) {
        InternalKey.checkSequence(first);
        InternalKey.checkSequence(first + Math.max(count - 1, 0));
        Coding.putFixed64(record, BatchLayout.SEQUENCE_AT, first);
    }

    /** Returns a view of the whole record, valid until the next change. */
    public Slice record() {
        return new Slice(record, 0, length);
    }

    /** Passes all changes to a visitor, numbered from the sequence number that {@link #setSequence} has set. */
    public void forEach(BatchVisitor visitor) throws IOException {
        BatchRecord.forEach(record(), visitor);
    }

    private void begin(int tag, int familyTag, ColumnFamily family, Slice first, Slice second) {
        ensureRoom(1L + 3 * Coding.MAX_VARINT32 + first.length() + second.length());
        if (family.id() == 0) {
            record[length++] = (byte) tag;
        } else {
            record[length++] = (byte) familyTag;
            length = Coding.putVarint32(record, length, family.id());
        }
    }

    private void append(Slice bytes) {
        length = Coding.putVarint32(record, length, bytes.length());
        System.arraycopy(bytes.array(), bytes.offset(), record, length, bytes.length());
        length += bytes.length();
    }

    private WriteBatch counted() {
        setCount(count + 1);
        return this;
    }

    private void setCount(int changes) {
        count = changes;
        Coding.putFixed32(record, BatchLayout.COUNT_AT, changes);
    }

    private void ensureRoom(long more) {
        if (more <= record.length - length) {
            return;
        }
        if (length + more > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    "batch of " + (length + more) + " bytes (expected: at most " + MAX_LENGTH + ")");
        }
        record = Arrays.copyOf(record, (int) Math.min(MAX_LENGTH, Math.max(2L * record.length, length + more)));
    }
}

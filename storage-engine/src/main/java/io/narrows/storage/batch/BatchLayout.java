package io.narrows.storage.batch;

import org.jspecify.annotations.Nullable;

/**
 * The layout of a batch, which is one record of the write-ahead log (RocksDB's {@code db/write_batch.cc}). The numbers are
 * part of the file format and must not change.
 *
 * <pre>
 *  0                    8            12
 *  +--------------------+------------+----------+----------+--
 *  | sequence of the    | count,     | change   | change   | ...
 *  | first one, fixed64 | fixed32    |          |          |
 *  +--------------------+------------+----------+----------+--
 *
 *  change: tag, one byte
 *          id of the column family, varint32; missing in the short form, which is for id 0
 *          key, or first key of a range: its length as varint32, its bytes
 *          value, or end of the range: likewise; missing in deletions of one key
 * </pre>
 *
 * Each change takes one sequence number and is counted, except for {@link #LOG_DATA} and {@link #NOOP}.
 */
final class BatchLayout {
    static final int SEQUENCE_AT = 0;
    static final int COUNT_AT = 8;

    /** Number of bytes before the first change. */
    static final int HEADER = 12;

    static final int DELETE = 0x00;
    static final int PUT = 0x01;
    static final int MERGE = 0x02;
    static final int LOG_DATA = 0x03;
    static final int FAMILY_DELETE = 0x04;
    static final int FAMILY_PUT = 0x05;
    static final int FAMILY_MERGE = 0x06;
    static final int SINGLE_DELETE = 0x07;
    static final int FAMILY_SINGLE_DELETE = 0x08;
    static final int NOOP = 0x0d;
    static final int FAMILY_RANGE_DELETE = 0x0e;
    static final int RANGE_DELETE = 0x0f;

    private BatchLayout() {}

    /** Returns the name of a known but unsupported tag; null for other tags. */
    static @Nullable String unsupported(int tag) {
        return switch (tag) {
            case 0x10, 0x11 -> "a value in a blob file";
            case 0x16, 0x17 -> "a wide-column entity";
            case 0x18, 0x19 -> "a value with its write time";
            case 0x09, 0x12, 0x13 -> "the start of a two-phase commit";
            case 0x0a -> "the prepared state of a two-phase commit";
            case 0x0b, 0x15 -> "the commit of a two-phase commit";
            case 0x0c -> "the rollback of a two-phase commit";
            default -> null;
        };
    }
}

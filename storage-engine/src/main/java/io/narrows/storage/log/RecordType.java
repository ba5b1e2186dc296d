package io.narrows.storage.log;

/** The types of fragments. The numbers are part of the file format and must not change (RocksDB's {@code log_format.h}). */
final class RecordType {
    /** An area that was never written. */
    static final int ZERO = 0;

    static final int FULL = 1;
    static final int FIRST = 2;
    static final int MIDDLE = 3;
    static final int LAST = 4;

    /** The four types again, with the log's number in their header. */
    static final int RECYCLABLE_FULL = 5;

    static final int RECYCLABLE_LAST = 8;

    /** Everything after it is compressed; always has a short header. */
    static final int COMPRESSION = 9;

    static final int TIMESTAMP_SIZES = 10;
    static final int PREDECESSOR = 130;

    private static final int RECYCLABLE_TIMESTAMP_SIZES = 11;
    private static final int RECYCLABLE_PREDECESSOR = 131;

    /** Bit of types that a reader may skip if it does not know them. */
    private static final int IGNORABLE = 0x80;

    private RecordType() {}

    /** Returns whether the header contains the log's number. */
    static boolean isRecyclable(int type) {
        return type >= RECYCLABLE_FULL && type <= RECYCLABLE_LAST
                || type == RECYCLABLE_TIMESTAMP_SIZES
                || type == RECYCLABLE_PREDECESSOR;
    }

    /** Returns the corresponding type with a short header. */
    static int plain(int type) {
        if (type >= RECYCLABLE_FULL && type <= RECYCLABLE_LAST) {
            return type - RECYCLABLE_FULL + FULL;
        }
        return isRecyclable(type) ? type - 1 : type;
    }

    /** Returns whether a record begins with this type. */
    static boolean begins(int type) {
        int plain = plain(type);
        return plain == FULL || plain == FIRST;
    }

    static boolean isIgnorable(int type) {
        return (type & IGNORABLE) != 0;
    }
}

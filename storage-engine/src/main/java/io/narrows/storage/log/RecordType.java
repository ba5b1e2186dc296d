package io.narrows.storage.log;

/** What a fragment is. The numbers are part of the file format and must not change (RocksDB's {@code log_format.h}). */
final class RecordType {
    /** Nothing was written here. */
    static final int ZERO = 0;

    static final int FULL = 1;
    static final int FIRST = 2;
    static final int MIDDLE = 3;
    static final int LAST = 4;

    /** The same four, with a header that has the log's number. */
    static final int RECYCLABLE_FULL = 5;

    static final int RECYCLABLE_LAST = 8;

    /** What is behind it is compressed; always with a short header. */
    static final int COMPRESSION = 9;

    static final int TIMESTAMP_SIZES = 10;
    static final int PREDECESSOR = 130;

    private static final int RECYCLABLE_TIMESTAMP_SIZES = 11;
    private static final int RECYCLABLE_PREDECESSOR = 131;

    /** A reader that does not know a type with this bit may skip the fragment. */
    private static final int IGNORABLE = 0x80;

    private RecordType() {}

    /** Whether the header has the number of the log too. */
    static boolean isRecyclable(int type) {
        return type >= RECYCLABLE_FULL && type <= RECYCLABLE_LAST
                || type == RECYCLABLE_TIMESTAMP_SIZES
                || type == RECYCLABLE_PREDECESSOR;
    }

    /** The type of the same meaning with a short header. */
    static int plain(int type) {
        if (type >= RECYCLABLE_FULL && type <= RECYCLABLE_LAST) {
            return type - RECYCLABLE_FULL + FULL;
        }
        return isRecyclable(type) ? type - 1 : type;
    }

    /** Whether a record begins with it. */
    static boolean begins(int type) {
        int plain = plain(type);
        return plain == FULL || plain == FIRST;
    }

    static boolean isIgnorable(int type) {
        return (type & IGNORABLE) != 0;
    }
}

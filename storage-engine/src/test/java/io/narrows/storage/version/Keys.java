package io.narrows.storage.version;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;

/** Keys and files to put into versions. */
final class Keys {
    private Keys() {}

    static Slice put(String userKey, long sequence) {
        return Slice.of(InternalKey.of(Slice.of(userKey), InternalKey.trailer(sequence, EntryType.PUT)));
    }

    /** The largest key of a file that a range tombstone ends. */
    static Slice endOfRange(String userKey) {
        long trailer = InternalKey.trailer(InternalKey.MAX_SEQUENCE, EntryType.RANGE_DELETE);
        return Slice.of(InternalKey.of(Slice.of(userKey), trailer));
    }

    /** A file of 1000 bytes, all of one sequence number. */
    static FileMetadata file(long number, String smallest, String largest, long sequence, long epoch) {
        return FileMetadata.of(
                number, 1000, put(smallest, sequence), put(largest, sequence), sequence, sequence, epoch);
    }
}

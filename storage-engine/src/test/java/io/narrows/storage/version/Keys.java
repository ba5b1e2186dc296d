package io.narrows.storage.version;

import io.narrows.storage.EntryType;
import io.narrows.storage.InternalKey;
import io.narrows.storage.Slice;

/** Creates keys and files for versions. */
final class Keys {
    private Keys() {}

    static Slice put(String userKey, long sequence) {
        return Slice.of(InternalKey.of(Slice.of(userKey), InternalKey.trailer(sequence, EntryType.PUT)));
    }

    /** Returns the largest key of a file that ends with a range tombstone. */
    static Slice endOfRange(String userKey) {
        long trailer = InternalKey.trailer(InternalKey.MAX_SEQUENCE, EntryType.RANGE_DELETE);
        return Slice.of(InternalKey.of(Slice.of(userKey), trailer));
    }

    /** Returns a file of 1000 bytes whose entries all have one sequence number. */
    static FileMetadata file(long number, String smallest, String largest, long sequence, long epoch) {
        return FileMetadata.of(
                number, 1000, put(smallest, sequence), put(largest, sequence), sequence, sequence, epoch);
    }
}

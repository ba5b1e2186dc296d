package io.narrows.storage.memtable;

import io.narrows.storage.RangeTombstone;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Range deletes in order of arrival. One thread adds range deletes; readers get an immutable list, which stays the same
 * until the next addition.
 */
final class Tombstones {
    /** Object headers of a tombstone in bytes: the record, two slices and their arrays. */
    private static final int BYTES_EACH = 120;

    private RangeTombstone[] array = new RangeTombstone[4];
    private int count;
    private long bytes;
    private volatile List<RangeTombstone> all = List.of();

    void add(RangeTombstone tombstone) {
        if (count == array.length) {
            array = Arrays.copyOf(array, 2 * count);
        }
        array[count++] = tombstone;
        bytes += BYTES_EACH + tombstone.begin().length() + tombstone.end().length();
        // elements of an existing list are never overwritten, so lists can share the array
        all = Collections.unmodifiableList(Arrays.asList(array).subList(0, count));
    }

    List<RangeTombstone> all() {
        return all;
    }

    /** Returns the approximate memory in bytes. */
    long memoryBytes() {
        return bytes;
    }
}

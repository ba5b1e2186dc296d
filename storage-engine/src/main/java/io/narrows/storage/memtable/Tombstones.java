package io.narrows.storage.memtable;

import io.narrows.storage.RangeTombstone;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/**
 * Range deletes in the order in which they came. One thread adds; what others see is an immutable list, and the same one as
 * long as nothing is added.
 */
final class Tombstones {
    /** Headers of the objects that a tombstone is: the record, two slices and their arrays. */
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
        // the elements that a list has are never written again, so that lists can share the array
        all = Collections.unmodifiableList(Arrays.asList(array).subList(0, count));
    }

    List<RangeTombstone> all() {
        return all;
    }

    /** About what they take. */
    long memoryBytes() {
        return bytes;
    }
}

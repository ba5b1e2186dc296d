package io.narrows.storage.compaction;

import io.narrows.storage.InternalKey;
import java.util.Arrays;

/**
 * The sequence numbers at which readers look, and so the stripes between them: of the versions of a key within one stripe,
 * every reader sees the youngest or none.
 */
final class Snapshots {
    private final long[] ascending;

    /** @throws IllegalArgumentException when they are not sorted */
    Snapshots(long[] ascending) {
        for (int i = 1; i < ascending.length; i++) {
            if (ascending[i] < ascending[i - 1]) {
                throw new IllegalArgumentException(
                        "snapshots " + Arrays.toString(ascending) + " (expected: ascending sequence numbers)");
            }
        }
        this.ascending = ascending.clone();
    }

    /** All of them, ascending: not to be changed. */
    long[] ascending() {
        return ascending;
    }

    /** The oldest one, or what is above all sequence numbers in use when there is none. */
    long oldest() {
        return ascending.length == 0 ? InternalKey.MAX_SEQUENCE : ascending[0];
    }

    /** The stripe of a sequence number: the highest one in it. */
    long stripe(long sequence) {
        int low = 0;
        int high = ascending.length;
        while (low < high) {
            int middle = low + high >>> 1;
            if (ascending[middle] < sequence) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == ascending.length ? InternalKey.MAX_SEQUENCE : ascending[low];
    }
}

package io.narrows.storage.compaction;

import io.narrows.storage.InternalKey;
import java.util.Arrays;
import java.util.OptionalLong;

/**
 * The sequence numbers that readers use, which divide all sequence numbers into stripes: of the versions of a key within one
 * stripe, a reader can see only the newest.
 */
final class Snapshots {
    private final long[] ascending;

    /** @throws IllegalArgumentException if they are not sorted */
    Snapshots(long[] ascending) {
        for (int i = 1; i < ascending.length; i++) {
            if (ascending[i] < ascending[i - 1]) {
                throw new IllegalArgumentException(
                        "snapshots " + Arrays.toString(ascending) + " (expected: ascending sequence numbers)");
            }
        }
        this.ascending = ascending.clone();
    }

    /** Returns all snapshots, ascending; the array must not be modified. */
    long[] ascending() {
        return ascending;
    }

    /** Returns the oldest snapshot; if there is none, a number above all sequence numbers in use. */
    long oldest() {
        return ascending.length == 0 ? InternalKey.MAX_SEQUENCE : ascending[0];
    }

    /** Returns the newest snapshot that is older than a sequence number. */
    OptionalLong newestBefore(long sequence) {
        int found = Arrays.binarySearch(ascending, sequence);
        int before = (found < 0 ? -found - 1 : found) - 1;
        return before < 0 ? OptionalLong.empty() : OptionalLong.of(ascending[before]);
    }

    /** Returns the stripe of a sequence number, identified by the highest number in it. */
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

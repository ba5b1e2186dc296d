package io.narrows.node.raftlog;

import java.util.Arrays;

/** Where the entries of a segment begin in its file: four bytes of memory for each. */
final class Positions {
    private int[] starts = new int[256];
    private int count;

    void add(int start) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, count * 2);
        }
        starts[count++] = start;
    }

    int count() {
        return count;
    }

    int get(int ordinal) {
        return starts[ordinal];
    }

    /** Forgets all but the first entries. */
    void keep(int kept) {
        count = kept;
    }
}

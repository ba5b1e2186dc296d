package io.narrows.node.raftlog;

import java.util.Arrays;

/** The file offsets of a segment's entries, in four bytes of memory each. */
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

    /** Drops all but the first {@code kept} entries. */
    void keep(int kept) {
        count = kept;
    }
}

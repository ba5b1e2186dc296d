package io.narrows.storage.iterate;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Persistent sets of sequence numbers, each derived from another one by a single change and sharing structure with it.
 * A set is the root of a binary tree over all numbers in any set, in order; an empty subtree is {@link #EMPTY}, and a
 * change makes new nodes from a leaf up to a new root. Many deletions over one key thus take a few nodes each instead
 * of a list each. Thread-safe once no more sets are created.
 */
final class SequenceSets {
    static final int EMPTY = 0;

    private static final int LEAF = 1;

    /** In ascending order. */
    private final long[] sequences;

    /** Children of each node; a node is an index. */
    private int[] left = new int[16];

    private int[] right = new int[16];
    private int nodes = LEAF + 1;

    /** @param sequences all numbers that sets can contain, ascending and distinct */
    SequenceSets(long[] sequences) {
        this.sequences = sequences;
    }

    /** Returns the set with a number added. */
    int with(int set, long sequence) {
        return changed(set, 0, sequences.length - 1, Arrays.binarySearch(sequences, sequence), LEAF);
    }

    /** Returns the set with a number removed. */
    int without(int set, long sequence) {
        return changed(set, 0, sequences.length - 1, Arrays.binarySearch(sequences, sequence), EMPTY);
    }

    private int changed(int node, int low, int high, int rank, int leaf) {
        if (low == high) {
            return leaf;
        }
        int middle = low + high >>> 1;
        int newLeft = left[node];
        int newRight = right[node];
        if (rank <= middle) {
            newLeft = changed(newLeft, low, middle, rank, leaf);
        } else {
            newRight = changed(newRight, middle + 1, high, rank, leaf);
        }
        return newLeft == EMPTY && newRight == EMPTY ? EMPTY : node(newLeft, newRight);
    }

    private int node(int newLeft, int newRight) {
        if (nodes == left.length) {
            left = Arrays.copyOf(left, 2 * nodes);
            right = Arrays.copyOf(right, 2 * nodes);
        }
        left[nodes] = newLeft;
        right[nodes] = newRight;
        return nodes++;
    }

    /** Returns the largest number of a set that is at most {@code sequence}; -1 if there is none. */
    long floor(int set, long sequence) {
        int found = Arrays.binarySearch(sequences, sequence);
        int most = found >= 0 ? found : -found - 2;
        int rank = floor(set, 0, sequences.length - 1, most);
        return rank < 0 ? -1 : sequences[rank];
    }

    /** Returns the rank of that number. A non-empty node with nothing above {@code most} always has one. */
    private int floor(int node, int low, int high, int most) {
        if (node == EMPTY || low > most) {
            return -1;
        }
        if (low == high) {
            return low;
        }
        int middle = low + high >>> 1;
        int rank = floor(right[node], middle + 1, high, most);
        return rank >= 0 ? rank : floor(left[node], low, middle, most);
    }

    /** Visits the numbers of a set in descending order. */
    void forEach(int set, LongConsumer action) {
        forEach(set, 0, sequences.length - 1, action);
    }

    private void forEach(int node, int low, int high, LongConsumer action) {
        if (node == EMPTY) {
            return;
        }
        if (low == high) {
            action.accept(sequences[low]);
            return;
        }
        int middle = low + high >>> 1;
        forEach(right[node], middle + 1, high, action);
        forEach(left[node], low, middle, action);
    }
}

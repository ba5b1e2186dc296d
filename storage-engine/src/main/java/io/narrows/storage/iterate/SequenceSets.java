package io.narrows.storage.iterate;

import java.util.Arrays;
import java.util.function.LongConsumer;

/**
 * Sets of sequence numbers, each made of another one by a single change, that share what they have in common. A set is the
 * root of a binary tree over all numbers that any set has, in order; a node that leads to none is {@link #EMPTY}, and a change
 * makes new nodes from a leaf up to a new root. So many deletions over one key, each with a set of its own, take a few nodes
 * each and not a list each. Safe for use by many threads once no more sets are made.
 */
final class SequenceSets {
    static final int EMPTY = 0;

    private static final int LEAF = 1;

    /** Rising. */
    private final long[] sequences;

    /** The subtrees of a node, which is an index. */
    private int[] left = new int[16];

    private int[] right = new int[16];
    private int nodes = LEAF + 1;

    /** @param sequences all that sets can have, rising, each once */
    SequenceSets(long[] sequences) {
        this.sequences = sequences;
    }

    /** A set with one number more. */
    int with(int set, long sequence) {
        return changed(set, 0, sequences.length - 1, Arrays.binarySearch(sequences, sequence), LEAF);
    }

    /** A set with one number less. */
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

    /** The largest number of a set that is not above another one; -1 when there is none. */
    long floor(int set, long sequence) {
        int found = Arrays.binarySearch(sequences, sequence);
        int most = found >= 0 ? found : -found - 2;
        int rank = floor(set, 0, sequences.length - 1, most);
        return rank < 0 ? -1 : sequences[rank];
    }

    /** By rank. A node that is not empty and has nothing above {@code most} always leads to an answer. */
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

    /** The numbers of a set, falling. */
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

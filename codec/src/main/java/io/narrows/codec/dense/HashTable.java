package io.narrows.codec.dense;

import java.util.Arrays;

/**
 * The latest position of each hash of eight bytes. An entry is the position and seven bits more of the hash, so that most
 * candidates that are none are known without a look at the content. Entries are never wrong for long: who follows one
 * compares the content.
 */
final class HashTable {
    private static final long MULTIPLIER = 0x9E3779B185EBCA87L;
    private static final int POSITION_BITS = 25;
    private static final int POSITION = (1 << POSITION_BITS) - 1;

    /** Clearing this many adjacent entries takes as long as clearing one entry by its hash. */
    private static final int FEW = 8;

    private final int[] entries;
    private final int shift;

    /** Nobody asks for it; but what nobody asks for may be left out by the compiler. */
    private int fetched;

    HashTable(int log, ArrayPool arrays) {
        entries = arrays.ints(1 << log);
        shift = 64 - log;
    }

    static long hash(long word) {
        return word * MULTIPLIER;
    }

    /** The position, or -1 when there is none of that hash. */
    int get(long hash) {
        int entry = entries[(int) (hash >>> shift)];
        return (entry ^ tag(hash)) >>> POSITION_BITS == 0 ? entry & POSITION : -1;
    }

    /**
     * Brings the entries of a range of positions near the processor. Read one by one when they are needed, each would be waited
     * for; read in a row, many come at once. A process that sleeps between two frames finds little of its memory in a cache.
     */
    void fetch(byte[] bytes, int from, int to) {
        int sum = 0;
        for (int i = from; i < to; i++) {
            sum += entries[(int) (hash(Words.at(bytes, i)) >>> shift)];
        }
        fetched = sum;
    }

    void put(long hash, int position) {
        entries[(int) (hash >>> shift)] = tag(hash) | position;
    }

    /** From bits that do not choose the place, as long as there are fewer than 2^25 places. */
    private static int tag(long hash) {
        return (int) (hash >>> 7) & ~POSITION;
    }

    /**
     * Removes the entries of all positions below {@code to}, whose bytes must still be in the array. Faster than clearing the whole
     * table if the positions are few.
     */
    void clear(byte[] bytes, int to) {
        if (to > entries.length / FEW) {
            clear();
            return;
        }
        for (int i = 0; i < to; i++) {
            entries[(int) (hash(Words.at(bytes, i)) >>> shift)] = 0;
        }
    }

    void giveBack(ArrayPool arrays) {
        arrays.giveBack(entries);
    }

    void clear() {
        Arrays.fill(entries, 0);
    }
}

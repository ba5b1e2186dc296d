package io.narrows.codec.dense;

import java.util.Arrays;

/**
 * The latest position of each eight-byte hash. An entry is the position plus seven more bits of the hash, so that most false
 * candidates are rejected without reading the content. Wrong entries are harmless, because the content is compared
 * afterwards.
 */
final class HashTable {
    private static final long MULTIPLIER = 0x9E3779B185EBCA87L;
    private static final int POSITION_BITS = 25;
    private static final int POSITION = (1 << POSITION_BITS) - 1;

    /** Clearing this many adjacent entries takes as long as clearing one entry by its hash. */
    private static final int FEW = 8;

    private final int[] entries;
    private final int shift;

    /** Never read; without it the compiler could eliminate the fetches. */
    @SuppressWarnings("UnusedVariable")
    private int fetched;

    HashTable(int log, ArrayPool arrays) {
        entries = arrays.ints(1 << log);
        shift = 64 - log;
    }

    static long hash(long word) {
        return word * MULTIPLIER;
    }

    /** Returns the position, or -1 if there is none for the hash. */
    int get(long hash) {
        int entry = entries[(int) (hash >>> shift)];
        return (entry ^ tag(hash)) >>> POSITION_BITS == 0 ? entry & POSITION : -1;
    }

    /**
     * Prefetches the entries of a range of positions. Reads on demand would each wait for memory, while consecutive reads
     * overlap. A process that sleeps between two frames finds little of its memory in a cache.
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

    /** Puts a position and returns the previous one, or -1 if there was none for the hash. */
    int replace(long hash, int position) {
        int place = (int) (hash >>> shift);
        int tag = tag(hash);
        int entry = entries[place];
        entries[place] = tag | position;
        return (entry ^ tag) >>> POSITION_BITS == 0 ? entry & POSITION : -1;
    }

    /** Returns the tag: bits that do not select the entry, as long as there are fewer than 2^25 entries. */
    private static int tag(long hash) {
        return (int) (hash >>> 7) & ~POSITION;
    }

    /**
     * Removes the entries of all positions below {@code to}, whose bytes must still be in the array. Faster than clearing
     * the whole table if the positions are few.
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

package io.narrows.codec.dense;

import java.util.Arrays;

/**
 * The latest position of each eight-byte hash, in a table that grows with the content. An entry is the position plus seven more
 * bits of the hash, so that most false candidates are rejected without reading the content. Wrong entries are harmless, because
 * the content is compared afterwards.
 */
final class HashTable {
    private static final long MULTIPLIER = 0x9E3779B185EBCA87L;
    private static final int POSITION_BITS = 25;
    private static final int POSITION = (1 << POSITION_BITS) - 1;

    /** Clearing this many adjacent entries takes as long as clearing one entry by its hash. */
    private static final int FEW = 8;

    /** Base-two logarithm of the number of positions for each entry, above which the table grows. */
    private static final int POSITIONS_LOG = 3;

    /** Likewise while content is learnt: only every other position of it is inserted, and long matches are likely. */
    private static final int LEARNT_POSITIONS_LOG = 1;

    /**
     * With more content than this, the table has its maximum size: far matches matter then. The piece with which it grows is a later one
     * than that with which the window grows beyond 256 KiB.
     */
    private static final int LITTLE_CONTENT = (1 << 18) + History.PIECE;

    private final ArrayPool arrays;
    private final int maxLog;
    private int[] entries;
    private int shift;

    /** Never read; without it the compiler could eliminate the fetches. */
    @SuppressWarnings("UnusedVariable")
    private int fetched;

    /**
     * @param log base-two logarithm of the number of entries at first
     * @param maxLog base-two logarithm of the maximum number of entries
     */
    HashTable(int log, int maxLog, ArrayPool arrays) {
        this.arrays = arrays;
        this.maxLog = maxLog;
        entries = arrays.ints(1 << log);
        shift = 64 - log;
    }

    /**
     * Grows if the table is small for the history's content. Call this before positions of a new piece are inserted.
     *
     * @param learnt whether the piece is learnt
     */
    void fit(History history, boolean learnt) {
        int log = 64 - shift;
        int fitting = fitting(log, history, 0, 0, learnt);
        if (fitting > log) {
            grow(fitting, history.bytes());
        }
    }

    /** Returns the base-two logarithm of the number of entries after more bytes of content. */
    private int fitting(int log, History history, int before, int more, boolean learnt) {
        int content = history.end() - History.FIRST + before + more;
        return history.isBeyondFirstLap(before, more)
                ? maxLog
                : fitting(log, maxLog, content, learnt ? LEARNT_POSITIONS_LOG : POSITIONS_LOG);
    }

    private static int fitting(int log, int maxLog, int content, int positionsLog) {
        if (content > LITTLE_CONTENT) {
            return maxLog;
        }
        int fitting = log;
        while (fitting < maxLog && content > 1 << fitting + positionsLog) {
            fitting++;
        }
        return fitting;
    }

    /** Returns the memory of a new table after some content of the first lap that was coded, in bytes. Parameters as in the constructor. */
    static long memoryBytes(int log, int maxLog, int content) {
        return 4L << fitting(log, maxLog, content, POSITIONS_LOG);
    }

    /**
     * Returns the memory after more content, in bytes.
     *
     * @param learnt bytes that are learnt first
     * @param coded bytes that are coded then
     */
    long memoryBytesAfter(History history, int learnt, int coded) {
        int log = fitting(64 - shift, history, 0, learnt, learnt > 0);
        return 4L << fitting(log, history, learnt, coded, false);
    }

    private void grow(int log, byte[] bytes) {
        int[] before = entries;
        entries = arrays.ints(1 << log);
        shift = 64 - log;
        for (int entry : before) {
            int position = entry & POSITION;
            if (entry != 0) {
                put(hash(Words.at(bytes, position)), position);
            }
        }
        arrays.giveBack(before);
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

    void giveBack() {
        arrays.giveBack(entries);
    }

    /** Returns the allocated memory, in bytes. */
    long memoryBytes() {
        return 4L * entries.length;
    }

    void clear() {
        Arrays.fill(entries, 0);
    }
}

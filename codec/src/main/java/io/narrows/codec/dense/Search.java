package io.narrows.codec.dense;

/**
 * Finds the match of a position that saves most: of the last distances, and of the latest position with the same next eight
 * bytes.
 */
final class Search {
    /** How many bytes are hashed. */
    private static final int HASHED = 8;

    /** So many positions' entries are fetched at once. */
    private static final int AHEAD = 2048;

    /** A match of so many bytes ends the search for a position. */
    private static final int LONG = 32;

    /** The bytes of a word, the first lowest, that have to be alike for the shortest match of a used distance. */
    private static final long FIRST_OF_LAST = (1L << 8 * Tokens.LAST_MIN) - 1;

    private static final long FIRST_OF_OLDER = (1L << 8 * Tokens.OLDER_MIN) - 1;

    private final int lastDistances;
    private final History history;
    private final Offsets offsets;
    private final Prices prices;
    private final HashTable table;
    private int inserted;

    /** Whether all hashed bytes are still in the history. Those at the end of a piece are not if the next piece was short. */
    private boolean exact = true;

    private int fetched;

    /** Where it was looked for last, or -1 when the last distances have changed since. */
    int position;

    /** What was found: the distance's index, the distance, the length, and the gain in 1/32 bit. */
    int index;

    int distance;
    int length;
    int gain;

    Search(Effort effort, History history, Offsets offsets, Prices prices, ArrayPool arrays) {
        this.lastDistances = effort.lastDistances();
        this.history = history;
        this.offsets = offsets;
        this.prices = prices;
        this.table = new HashTable(tableLog(effort, history.windowLog()), arrays);
    }

    void giveBack(ArrayPool arrays) {
        table.giveBack(arrays);
    }

    /** Clears the search state; call before clearing the history. */
    void clear() {
        if (exact && history.lap() == 0) {
            table.clear(history.bytes(), history.end());
        } else {
            table.clear();
        }
        inserted = 0;
        exact = true;
    }

    /** A piece begins: the last bytes of the one before have followers now. */
    void begin() {
        int from = history.from();
        if (from > inserted && from - inserted < 2 * HASHED) {
            for (int i = inserted; i < from; i++) {
                put(i);
            }
            exact &= from + HASHED <= history.end();
        }
        inserted = from;
        fetched = from;
        position = -1;
    }

    /**
     * Looks for matches at a position; {@link #gain} is 0 or less when there is none worth it.
     *
     * @param known a distance that is not of interest, or 0
     */
    void find(int at, int known) {
        position = at;
        byte[] bytes = history.bytes();
        if (at >= fetched) {
            fetched = Math.min(at + AHEAD, history.end());
            table.fetch(bytes, at, fetched);
        }
        int left = history.end() - at;
        long next = Words.at(bytes, at);
        // Looked up first, as the table is far from the processor: what follows need not wait.
        int latest = table.get(HashTable.hash(next));
        prices.prepare(bytes, at, history.end());
        gain = 0;
        length = 0;
        for (int i = 0; i < lastDistances && length < LONG; i++) {
            int back = offsets.get(i);
            if (back != known) {
                used(at, i, back, next, left);
            }
        }
        if (left >= HASHED && length < LONG) {
            candidate(at, latest, left);
        }
    }

    /** Most are not even alike in the first bytes, so those are compared before anything else is done. */
    private void used(int position, int which, int back, long next, int left) {
        int from = history.before(position, back);
        long difference = Words.at(history.bytes(), from) ^ next;
        if ((difference & (which == 0 ? FIRST_OF_LAST : FIRST_OF_OLDER)) != 0) {
            return;
        }
        int most = Math.min(left, history.run(from, position));
        int alike = difference != 0
                ? Math.min(most, Long.numberOfTrailingZeros(difference) >>> 3)
                : Words.alike(history.bytes(), from, position, most);
        if (alike >= (which == 0 ? Tokens.LAST_MIN : Tokens.OLDER_MIN)) {
            consider(position, which, back, alike, 0);
        }
    }

    private void candidate(int position, int from, int left) {
        if (from < 0 || !history.isSource(from, position)) {
            return;
        }
        int alike = Words.alike(history.bytes(), from, position, Math.min(left, history.run(from, position)));
        if (alike >= Tokens.NEW_MIN) {
            int back = history.distance(position, from);
            consider(position, Offsets.COUNT, back, alike, placeBits32(back));
        }
    }

    /** What the place of a distance in its class takes. */
    static int placeBits32(int back) {
        return Classes.OF_TWO.bits(Classes.OF_TWO.of(back - 1)) << 5;
    }

    private void consider(int position, int which, int back, int alike, int extra) {
        int saved = prices.literals(position, Math.min(alike, Prices.ENOUGH));
        if (alike > Prices.ENOUGH) {
            saved += (alike - Prices.ENOUGH) << 5;
        }
        int gained = saved - prices.match(which) - extra;
        if (gained > gain) {
            gain = gained;
            index = which;
            distance = back;
            length = alike;
        }
    }

    /** Positions from the last one inserted up to this one can be found from now on; of long matches not every one. */
    void insert(int to) {
        int step = to - inserted < 32 ? 1 : to - inserted < 128 ? 2 : to - inserted < 1024 ? 8 : 32;
        int end = Math.min(to, history.end() - HASHED + 1);
        int i = inserted;
        for (; i < end; i += step) {
            put(i);
        }
        inserted = Math.max(inserted, Math.min(to, Math.max(i, end)));
    }

    /** The piece at work can be found, every other position of it. */
    void insertLearnt() {
        int end = history.end() - HASHED + 1;
        int i = inserted;
        for (; i < end; i += 2) {
            put(i);
        }
        inserted = Math.max(i, inserted);
    }

    private void put(int position) {
        table.put(HashTable.hash(Words.at(history.bytes(), position)), position);
    }

    /** Returns the size of the table. One with more than half as many entries as the window has positions would be mostly empty. */
    private static int tableLog(Effort effort, int windowLog) {
        return Math.min(effort.tableLog(), windowLog - 1);
    }

    static long memoryBytes(Effort effort, int windowLog) {
        return (long) Integer.BYTES << tableLog(effort, windowLog);
    }
}

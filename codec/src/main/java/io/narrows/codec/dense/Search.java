package io.narrows.codec.dense;

/**
 * Finds the match at a position that saves most, among the recent distances and the latest position with the same next eight
 * bytes.
 */
final class Search {
    /** Number of hashed bytes. */
    private static final int HASHED = 8;

    /** Base-two logarithm of the entries of a new table. */
    private static final int FIRST_TABLE_LOG = 11;

    /** Number of positions whose entries are fetched at once. */
    private static final int AHEAD = 256;

    /** A match of this length ends the search at a position. */
    private static final int LONG = 32;

    /** Minimum length, for each literal before it, of a match that is used after literals without trying anything else. */
    private static final int MATCH_PER_LITERAL = 3;

    /** Masks of the bytes, first lowest, that must be equal for the shortest match of a known distance. */
    private static final long FIRST_OF_LAST = (1L << 8 * Tokens.LAST_MIN) - 1;

    private static final long FIRST_OF_OLDER = (1L << 8 * Tokens.OLDER_MIN) - 1;

    private final int lastDistances;
    private final History history;
    private final Offsets offsets;
    private final Prices prices;
    private final boolean forPhrases;

    /** Length from which not all positions of a match are inserted. */
    private final int fewer;

    final HashTable table;
    private int inserted;

    /** Whether all hashed bytes are still in the history. Those at the end of a piece are not if the next piece was short. */
    private boolean exact = true;

    private int fetched;

    /** Position of the last search, or -1 if the recent distances have changed since. */
    int position;

    /** Result of the search: index of the distance, distance, length, and gain in 1/32 bit. */
    int index;

    int distance;
    int length;
    int gain;

    /**
     * @param forPhrases whether to search for phrases: a searched position is inserted at once, so that the table is accessed once for
     *     both, and a match of the last distance that ends with its source's token ends the search
     */
    Search(Effort effort, History history, Offsets offsets, Prices prices, boolean forPhrases, ArrayPool arrays) {
        this.forPhrases = forPhrases;
        this.fewer = forPhrases ? 16 : 32;
        this.lastDistances = effort.lastDistances();
        this.history = history;
        this.offsets = offsets;
        this.prices = prices;
        this.table = new HashTable(FIRST_TABLE_LOG, tableLog(effort, history.windowLog()), arrays);
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

    /** Inserts all positions of content that the history has loaded: so many that the table is as large as for learnt content. */
    void load() {
        table.fit(history, true);
        int end = history.end() - HASHED + 1;
        int i = History.FIRST;
        for (; i < end; i++) {
            put(i);
        }
        inserted = i;
    }

    /** Starts a piece: the last bytes of the previous one have successors now. */
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
     * Searches for matches at a position; {@link #gain} is at most 0 if none is worthwhile.
     *
     * @param known a distance to skip, or 0
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
        // Looked up first, because the table is far from the processor: the code up to its use need not wait.
        int latest = left < HASHED ? -1 : lookUp(HashTable.hash(next), at);
        prices.prepare(bytes, at, history.end());
        gain = 0;
        length = 0;
        int first = 0;
        if (forPhrases && offsets.get(0) != known) {
            used(at, 0, offsets.get(0), next, left);
            if (gain > 0 && length == history.untilStart(history.before(at, offsets.get(0)))) {
                return;
            }
            first = 1;
        }
        for (int i = first; i < lastDistances && length < LONG; i++) {
            int back = offsets.get(i);
            if (back != known) {
                used(at, i, back, next, left);
            }
        }
        if (latest >= 0 && length < LONG) {
            candidate(at, latest, left);
        }
    }

    /**
     * Returns the number of literals at a position, 1 to {@value Phrases#MAX_JOINT}, if a match of the last distance follows that can end
     * where its source's token ended, as where records differ in a field; otherwise 0. The match is the result of the search, although
     * it may go on. Nothing else is tried at any of these positions.
     */
    int literalsBeforeLast(int at) {
        byte[] bytes = history.bytes();
        int back = offsets.get(0);
        int count = Words.different(Words.at(bytes, at), Words.at(bytes, history.before(at, back)));
        int position = at + count;
        int left = history.end() - position;
        if (count == 0 || count > Phrases.MAX_JOINT || left <= 0) {
            return 0;
        }
        int from = history.before(position, back);
        int expected = Math.min(left, history.untilStart(from));
        if (expected < MATCH_PER_LITERAL * count || expected > history.run(from, position) || history.isLiteral(from)) {
            return 0;
        }
        if (Words.alike(bytes, from, position, expected) < expected) {
            return 0;
        }
        index = 0;
        distance = back;
        length = expected;
        return count;
    }

    private int lookUp(long hash, int at) {
        if (!forPhrases) {
            return table.get(hash);
        }
        inserted = at + 1;
        return table.replace(hash, at);
    }

    /** Tries a recent distance. Most do not even match in the first bytes, so these are compared before anything else. */
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
        if (!history.isSource(from, position)) {
            return;
        }
        int alike = Words.alike(history.bytes(), from, position, Math.min(left, history.run(from, position)));
        if (alike >= Tokens.NEW_MIN) {
            int back = history.distance(position, from);
            consider(position, Offsets.COUNT, back, alike, placeBits32(back));
        }
    }

    /** Returns the cost of a distance's offset bits, in 1/32 bit. */
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

    /** Inserts the positions from the last inserted one up to {@code to}; not all of them for long matches. */
    void insert(int to) {
        int step = to - inserted < fewer ? 1 : to - inserted < 128 ? 2 : to - inserted < 1024 ? 8 : 32;
        int end = Math.min(to, history.end() - HASHED + 1);
        int i = inserted;
        for (; i < end; i += step) {
            put(i);
        }
        inserted = Math.max(inserted, Math.min(to, Math.max(i, end)));
    }

    /** Skips a piece: {@link SequenceSearch} has inserted its positions, except the last ones, which have no successors yet. */
    void leaveOut() {
        inserted = history.end();
    }

    /** Inserts every other position of the current piece. */
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

    /**
     * Returns the maximum size of the table. One with more than half as many entries as the window has positions would be mostly
     * empty.
     */
    private static int tableLog(Effort effort, int windowLog) {
        return Math.min(effort.tableLog(), windowLog - 1);
    }

    /** Returns the maximum memory of the table, in bytes. */
    static long memoryBytes(Effort effort, int windowLog) {
        return (long) Integer.BYTES << tableLog(effort, windowLog);
    }

    /** Returns the memory of the table after some content that was coded, in bytes. */
    static long memoryBytes(Effort effort, int windowLog, int content) {
        return HashTable.memoryBytes(FIRST_TABLE_LOG, tableLog(effort, windowLog), content);
    }
}

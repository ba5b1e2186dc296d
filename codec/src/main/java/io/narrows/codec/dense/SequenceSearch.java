package io.narrows.codec.dense;

/**
 * Divides content into sequences, greedily: at each position it tries the last distance, then the latest position with the same
 * next eight bytes, then the distance before the last, and takes the first match. It uses the table of the other levels, but
 * inserts few positions inside matches.
 */
final class SequenceSearch {
    /** Number of hashed bytes. */
    private static final int HASHED = 8;

    /** Bytes, first lowest, that must be equal for a match of the last distance, and of the one before. */
    private static final long LAST = (1L << 8 * Sequences.MIN_MATCH) - 1;

    private static final long OLDER = (1L << 32) - 1;

    /** Base-two logarithm of the number of literals after which another position is skipped each time. */
    private static final int PATIENCE = 5;

    /** At least one in so many positions is searched, a power of two. */
    private static final int MAX_STEP = 8;

    /**
     * One in so many positions is inserted where no more matches are used. The number has no common divisor with {@link #MAX_STEP}, so that
     * later searches come across an inserted position.
     */
    private static final int REST_STEP = 7;

    /** The largest new distance that a sequence can have. */
    private static final int MAX_DISTANCE = 1 << Parameters.MAX_WINDOW_LOG;

    /** Length from which fewer positions of a match are inserted. */
    private static final int LONG = 64;

    /** Bytes by which a frame may exceed its content before no more matches are used. */
    private static final int MAX_DEBT = 256;

    private final History history;
    private final Offsets offsets;
    private final HashTable table;
    private final SequenceWriter sequences;

    SequenceSearch(History history, Offsets offsets, HashTable table, SequenceWriter sequences) {
        this.history = history;
        this.offsets = offsets;
        this.table = table;
        this.sequences = sequences;
    }

    /**
     * Writes the sequences of the current piece.
     *
     * @param shift bytes of the frame before position 0
     */
    void piece(int shift) {
        sequences.begin();
        byte[] bytes = history.bytes();
        int from = history.from();
        int end = history.end();
        int lap = history.lap();
        int last = offsets.get(0);
        int older = offsets.get(1);
        int lastHashed = end - HASHED;
        int lastMatch = end - Sequences.MIN_MATCH;
        int literals = from;
        int at = from;
        while (at <= lastMatch) {
            long next = Words.at(bytes, at);
            int index = 0;
            int distance = last;
            int source = before(at, last, lap);
            if (((Words.at(bytes, source) ^ next) & LAST) != 0) {
                if (at > lastHashed) {
                    at++;
                    continue;
                }
                int latest = table.replace(HashTable.hash(next), at);
                boolean found = latest >= 0 && history.isSource(latest, at) && Words.at(bytes, latest) == next;
                if (found) {
                    source = latest;
                    distance = history.distance(at, latest);
                    index = index(distance);
                    found = index < Offsets.COUNT || distance <= MAX_DISTANCE;
                }
                if (!found) {
                    source = before(at, older, lap);
                    distance = older;
                    index = 1;
                    if (((Words.at(bytes, source) ^ next) & OLDER) != 0) {
                        at += step(bytes, at, at - literals, lastHashed);
                        continue;
                    }
                }
            }
            int length = Words.alike(bytes, source, at, Math.min(end - at, history.run(source, at)));
            if (length < Sequences.MIN_MATCH) {
                at++;
                continue;
            }
            int first = source < at ? 0 : end;
            while (at > literals && source > first && bytes[at - 1] == bytes[source - 1]) {
                at--;
                source--;
                length++;
            }
            sequences.sequence(literals, at - literals, index, distance, length);
            if (index != 0) {
                offsets.use(Math.min(index, Offsets.COUNT - 1), distance);
                older = last;
                last = distance;
            }
            insert(bytes, at, Math.min(at + length, lastHashed + 1), length < LONG ? 4 : 16);
            at += length;
            literals = at;
            if (sequences.written() > at + shift + MAX_DEBT) {
                insert(bytes, at, lastHashed + 1, REST_STEP);
                break;
            }
        }
        if (literals < end) {
            sequences.last(literals, end - literals);
        }
    }

    /**
     * Returns the number of bytes to the next position to search. With the longest steps, also inserts one of the positions in between: the
     * next one each time, so that later searches, which take steps of the same length, come across an inserted position soon.
     */
    private int step(byte[] bytes, int at, int literals, int lastHashed) {
        int step = 1 + (literals >>> PATIENCE);
        if (step < MAX_STEP) {
            return step;
        }
        int between = at + (literals / MAX_STEP & MAX_STEP - 1);
        if (between <= lastHashed) {
            put(bytes, between);
        }
        return MAX_STEP;
    }

    /** Inserts one position in so many, except the first one, up to {@code to}. */
    private void insert(byte[] bytes, int from, int to, int step) {
        for (int i = from + step; i < to; i += step) {
            put(bytes, i);
        }
    }

    private void put(byte[] bytes, int position) {
        table.put(HashTable.hash(Words.at(bytes, position)), position);
    }

    private int index(int distance) {
        for (int i = 1; i < Offsets.COUNT; i++) {
            if (offsets.get(i) == distance) {
                return i;
            }
        }
        return Offsets.COUNT;
    }

    private static int before(int position, int distance, int lap) {
        int source = position - distance;
        return source < 0 ? source + lap : source;
    }
}

package io.narrows.codec.dense;

/**
 * Models of four bits at once: for each of sixteen values, the probability of a smaller one in 1/32768. The sixteen
 * estimates are stored in four longs, the first value's in the lowest bits, so that four steps update all of them.
 *
 * <p>An update moves an estimate by a part of its distance to the target, usually 1/64. Targets reserve some probability for each value, so
 * that no value becomes impossible and the estimates stay sorted. After Giesen, Models for adaptive arithmetic coding, 2015.
 */
final class Nibbles {
    /** Probability of all values together, as a base-two logarithm. */
    static final int WHOLE_LOG = 15;

    /** Number of longs in a table. */
    static final int TABLE = 1 << 2;

    /** Rate of the first updates of a table that adapts faster: estimates move by 1/16 of their distance to the target. */
    static final int FASTEST = 4;

    /** Rate of the following updates of such a table: by 1/32. */
    static final int FAST = 5;

    /** Rate of all other updates: by 1/64. */
    private static final int RATE = 6;

    private static final long EACH = 0x0001_0001_0001_0001L;
    private static final long TOPS = EACH << WHOLE_LOG;

    /** Mask of each estimate's own bits after four are shifted right by {@link #RATE}. */
    private static final long KEPT = EACH * (0xffff >>> RATE);

    /** Amounts that each value adds to the estimates of a table. */
    private static final long[] STEPS = steps(RATE);

    private static final long[] FAST_STEPS = steps(FAST);
    private static final long[] FASTEST_STEPS = steps(FASTEST);

    private Nibbles() {}

    private static long[] steps(int rate) {
        long[] steps = new long[16 << 2];
        for (int value = 0; value < 16; value++) {
            for (int i = 1; i < 16; i++) {
                long step = i <= value ? i : (1 << WHOLE_LOG - rate) - (16 - i);
                steps[value << 2 | i >> 2] |= step << place(i);
            }
        }
        return steps;
    }

    private static int place(int value) {
        return (value & 3) << 4;
    }

    /** Resets a range of the tables, with bounds that are multiples of four, to equal probabilities. */
    static void clear(long[] tables, int from, int to) {
        for (int i = from; i < to; i++) {
            tables[i] = initial(i);
        }
    }

    private static long initial(int i) {
        long first = (long) (i & 3) << WHOLE_LOG - 2;
        return EACH * first + (0x0003_0002_0001_0000L << WHOLE_LOG - 4);
    }

    /** Returns whether a range of the tables, with bounds that are multiples of four, is as {@link #clear} leaves it. */
    static boolean isClear(long[] tables, int from, int to) {
        for (int i = from; i < to; i++) {
            if (tables[i] != initial(i)) {
                return false;
            }
        }
        return true;
    }

    /** Returns the probability of a value less than this one; 0 for 0. */
    static int below(long[] tables, int table, int value) {
        return (int) (tables[table + (value >> 2)] >>> place(value)) & 0xffff;
    }

    /** Returns the largest value for which the probability of a smaller one is at most {@code share}, from 0 to 32767. */
    static int find(long[] tables, int table, long share) {
        long all = EACH * share | TOPS; // a top bit stays set unless something larger is subtracted
        long found = (all - tables[table] & TOPS) >>> 3
                | (all - tables[table + 1] & TOPS) >>> 2
                | (all - tables[table + 2] & TOPS) >>> 1
                | all - tables[table + 3] & TOPS;
        return Long.bitCount(found) - 1;
    }

    /**
     * Returns the value whose part of an interval contains a number.
     *
     * @param part the interval's length in units of 1/2^{@value #WHOLE_LOG}; the last value gets the remainder of the division
     * @param number counted from the interval's lower end
     */
    static int find(long[] tables, int table, long part, long number) {
        return find(tables, table, Math.min((1 << WHOLE_LOG) - 1, number / part));
    }

    /** Updates a table with a coded value. */
    static void update(long[] tables, int table, int value) {
        int step = value << 2;
        tables[table] = moved(tables[table], STEPS[step]);
        tables[table + 1] = moved(tables[table + 1], STEPS[step + 1]);
        tables[table + 2] = moved(tables[table + 2], STEPS[step + 2]);
        tables[table + 3] = moved(tables[table + 3], STEPS[step + 3]);
    }

    /** @param rate {@link #FASTEST} or {@link #FAST} */
    static void update(long[] tables, int table, int value, int rate) {
        long[] steps = rate == FASTEST ? FASTEST_STEPS : FAST_STEPS;
        long kept = EACH * (0xffff >>> rate);
        for (int i = 0; i < TABLE; i++) {
            long estimates = tables[table + i];
            tables[table + i] = estimates - (estimates >>> rate & kept) + steps[value << 2 | i];
        }
    }

    private static long moved(long estimates, long step) {
        return estimates - (estimates >>> RATE & KEPT) + step;
    }
}

package io.narrows.codec.dense;

/**
 * Models of four bits at once: for each of sixteen values how likely a smaller one is, in 1/32768. Sixteen of those are kept in
 * four longs, the first value's in the lowest bits, so that a value brings all of them forward in four steps. A byte has a table
 * for its upper half, and for its lower half one for each upper half.
 *
 * <p>An estimate moves by 1/64 of its distance to what would have been right. What is right keeps a place for each value, so
 * none is ever impossible, and estimates stay in order. After Giesen, Models for adaptive arithmetic coding, 2015.
 */
final class Nibbles {
    /** How likely all values together are, as a base-two logarithm. */
    static final int WHOLE_LOG = 15;

    /** The longs of a byte's tables. */
    static final int BYTE = 17 << 2;

    private static final int RATE = 6;
    private static final long EACH = 0x0001_0001_0001_0001L;
    private static final long TOPS = EACH << WHOLE_LOG;

    /** The bits of an estimate that are its own when four are shifted by {@link #RATE}. */
    private static final long KEPT = EACH * (0xffff >>> RATE);

    /** What each value adds to the estimates of a table. */
    private static final long[] STEPS = steps();

    private Nibbles() {}

    private static long[] steps() {
        long[] steps = new long[16 << 2];
        for (int value = 0; value < 16; value++) {
            for (int i = 1; i < 16; i++) {
                long step = i <= value ? i : (1 << WHOLE_LOG - RATE) - (16 - i);
                steps[value << 2 | i >> 2] |= step << place(i);
            }
        }
        return steps;
    }

    private static int place(int value) {
        return (value & 3) << 4;
    }

    /** Resets a range of the tables, whose bounds are multiples of four, to equal probabilities. */
    static void clear(long[] tables, int from, int to) {
        for (int i = from; i < to; i++) {
            long first = (i & 3) << WHOLE_LOG - 2;
            tables[i] = EACH * first + (0x0003_0002_0001_0000L << WHOLE_LOG - 4);
        }
    }

    /** Where the table of a byte's lower half is, seen from that of its upper half. */
    static int lower(int upper) {
        return 1 + upper << 2;
    }

    /** How likely a value less than this one is; 0 for 0. */
    static int below(long[] tables, int table, int value) {
        return (int) (tables[table + (value >> 2)] >>> place(value)) & 0xffff;
    }

    /** The largest value than which less is no more likely than {@code share}, of 0 to 32767. */
    static int find(long[] tables, int table, long share) {
        long all = EACH * share | TOPS; // a top bit stays where nothing larger is subtracted
        long found = (all - tables[table] & TOPS) >>> 3
                | (all - tables[table + 1] & TOPS) >>> 2
                | (all - tables[table + 2] & TOPS) >>> 1
                | all - tables[table + 3] & TOPS;
        return Long.bitCount(found) - 1;
    }

    /** A value came. */
    static void update(long[] tables, int table, int value) {
        int step = value << 2;
        tables[table] = moved(tables[table], STEPS[step]);
        tables[table + 1] = moved(tables[table + 1], STEPS[step + 1]);
        tables[table + 2] = moved(tables[table + 2], STEPS[step + 2]);
        tables[table + 3] = moved(tables[table + 3], STEPS[step + 3]);
    }

    private static long moved(long estimates, long step) {
        return estimates - (estimates >>> RATE & KEPT) + step;
    }
}

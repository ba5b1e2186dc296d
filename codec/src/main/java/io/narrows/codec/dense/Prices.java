package io.narrows.codec.dense;

import java.util.Arrays;

/**
 * Estimated costs of tokens in 1/32 bit, learned from their actual costs. A literal's price depends on its byte. The prices
 * of some hundred positions ahead are summed up in advance, so that the saving of a match is a single subtraction.
 */
final class Prices {
    /** Number of positions summed up at once; the more there are, the older the prices of the last ones. */
    private static final int SPAN = 256;

    /** Length from which a match is used without trying the next position; its further bytes have a flat price. */
    static final int ENOUGH = 64;

    private static final int SCALE = 4;
    private static final int RATE = 4;
    private static final int FIRST_LITERAL = 7 * 32 << SCALE;
    private static final int FIRST_USED = 8 * 32 << SCALE;
    private static final int FIRST_NEW = 12 * 32 << SCALE;

    /** Size of an instance, in bytes. */
    static final long BYTES = 4L * (256 + Offsets.COUNT + 1 + SPAN + ENOUGH + 1);

    private final int[] ofByte = new int[256];
    private final int[] ofIndex = new int[Offsets.COUNT + 1];
    private final int[] sums = new int[SPAN + ENOUGH + 1];
    private int from;
    private int to;

    void clear() {
        Arrays.fill(ofByte, FIRST_LITERAL);
        Arrays.fill(ofIndex, FIRST_USED);
        ofIndex[Offsets.COUNT] = FIRST_NEW;
    }

    /** Returns the prices, for {@link #load}. */
    int[] save() {
        int[] saved = Arrays.copyOf(ofByte, ofByte.length + ofIndex.length);
        System.arraycopy(ofIndex, 0, saved, ofByte.length, ofIndex.length);
        return saved;
    }

    void load(int[] saved) {
        System.arraycopy(saved, 0, ofByte, 0, ofByte.length);
        System.arraycopy(saved, ofByte.length, ofIndex, 0, ofIndex.length);
    }

    /** Called when a piece starts. */
    void begin() {
        from = 0;
        to = 0;
    }

    /** Prepares the sums for a position and some after it. */
    void prepare(byte[] bytes, int position, int end) {
        if (position >= from && Math.min(position + ENOUGH + 1, end) <= to) {
            return;
        }
        from = position;
        to = Math.min(end, position + SPAN + ENOUGH);
        int sum = 0;
        for (int i = from; i < to; i++) {
            sums[i - from] = sum;
            sum += ofByte[bytes[i] & 0xff] >> SCALE;
        }
        sums[to - from] = sum;
    }

    /** Returns the cost of {@code length} literals, at most {@link #ENOUGH}. */
    int literals(int position, int length) {
        return sums[position - from + length] - sums[position - from];
    }

    int match(int index) {
        return ofIndex[index] >> SCALE;
    }

    void literalCost(int value, int cost) {
        ofByte[value & 0xff] += (cost << SCALE) - ofByte[value & 0xff] >> RATE;
    }

    /** @param cost excludes the offset bits of a new distance */
    void matchCost(int index, int cost) {
        ofIndex[index] += (cost << SCALE) - ofIndex[index] >> RATE;
    }
}

package io.narrows.codec.dense;

/**
 * The model of one bit: two estimates, in 1/65536, of the probability of a 1, packed in an int. The upper half moves by 1/16
 * of its error, the lower one by 1/128; the prediction is their mean. Both stay within their reachable range, so that
 * neither 0 nor 1 is ever predicted with certainty: the mean is 71 to 65,464.
 */
final class Probability {
    /** Equal probabilities. */
    static final int EVEN = 0x8000_8000;

    private static final int FAST = 4;
    private static final int SLOW = 7;

    private Probability() {}

    /** Returns the sum of both estimates, in 1/131072. */
    static int twice(int model) {
        return (model >>> 16) + (model & 0xffff);
    }

    /** @param ones all bits set if the bit was 1, none if it was 0 */
    static int update(int model, int ones) {
        int fast = model >>> 16;
        int slow = model & 0xffff;
        fast += ((ones & 0xffff - (1 << FAST) + 1) + (1 << FAST) - 1 - fast) >> FAST;
        slow += ((ones & 0xffff - (1 << SLOW) + 1) + (1 << SLOW) - 1 - slow) >> SLOW;
        return fast << 16 | slow;
    }
}

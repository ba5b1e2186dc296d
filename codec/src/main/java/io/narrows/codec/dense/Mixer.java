package io.narrows.codec.dense;

import java.util.Arrays;

/**
 * Mixes three predictions of a bit in the logistic domain, with weights that learn from each bit which prediction to trust.
 * There is a set of weights for each position of a bit in its byte and each length of the run of literals. After Mahoney's
 * PAQ6, in integer arithmetic only, so that both ends compute the same.
 */
final class Mixer {
    private static final int INPUTS = 3;
    private static final int RUNS = 4;
    private static final int FIRST_WEIGHT = 26_000;
    private static final int MAX_WEIGHT = (1 << 18) - 1;

    /** ln(p / (1 - p)) in 1/256, indexed by p in 1/4096. */
    private static final short[] STRETCH = stretch();

    /** The inverse from -2,048 on, in 1/65536. */
    private static final char[] SQUASH = squash();

    /** Size of the weights, in bytes. */
    static final long BYTES = 4L * RUNS * 8 * INPUTS;

    private final int[] weights = new int[RUNS * 8 * INPUTS];
    private int at;
    private int one;
    private int two;
    private int three;
    private int mixed;

    Mixer() {
        clear();
    }

    void clear() {
        Arrays.fill(weights, FIRST_WEIGHT);
    }

    void save(StateWriter state) {
        state.rows(weights, weights.length, FIRST_WEIGHT);
    }

    void load(StateReader state) {
        state.rows(weights, weights.length);
    }

    /** Returns the index of the weights of the first bit for a run length; those of the following bits come next. */
    static int set(int literals) {
        return (literals < 3 ? literals : 3) * 8 * INPUTS;
    }

    /** Returns the probability of a 1 in 1/65536, mixed from three models. */
    int mix(int set, int bit, int first, int second, int third) {
        at = set + bit * INPUTS;
        one = STRETCH[Probability.twice(first) >>> 5];
        two = STRETCH[Probability.twice(second) >>> 5];
        three = STRETCH[Probability.twice(third) >>> 5];
        int sum = weights[at] * one + weights[at + 1] * two + weights[at + 2] * three >> 16;
        mixed = SQUASH[Math.max(-2048, Math.min(2047, sum)) + 2048];
        return mixed;
    }

    /** @param ones all bits set if the bit was 1, none if it was 0 */
    void learn(int ones) {
        int error = (ones & 0xffff) - mixed;
        weights[at] = bounded(weights[at] + (one * error >> 16));
        weights[at + 1] = bounded(weights[at + 1] + (two * error >> 16));
        weights[at + 2] = bounded(weights[at + 2] + (three * error >> 16));
    }

    private static int bounded(int weight) {
        return Math.max(-MAX_WEIGHT, Math.min(MAX_WEIGHT, weight));
    }

    private static short[] stretch() {
        short[] table = new short[4096];
        for (int i = 0; i < table.length; i++) {
            double odds = (i + 0.5) / (table.length - i - 0.5);
            table[i] = (short) Math.max(-2047, Math.min(2047, StrictMath.round(256 * StrictMath.log(odds))));
        }
        return table;
    }

    private static char[] squash() {
        char[] table = new char[4096];
        for (int i = 0; i < table.length; i++) {
            double likely = 1 / (1 + StrictMath.exp((2048 - i) / 256.0));
            table[i] = (char) Math.max(32, Math.min(65_504, StrictMath.round(65_536 * likely)));
        }
        return table;
    }
}

package io.narrows.codec.dense;

import java.util.Arrays;

/**
 * Codes the sizes of frames: by a guess from the previous two sizes, otherwise by a guess from the last one, otherwise
 * by class and offset. A guess is the size that last followed the same sizes.
 */
final class Sizes {
    /** Sizes are below 2^27. */
    static final int MAX = (1 << 27) - 1;

    private static final int CLASS_BITS = 7;
    private static final int LOW_BITS = 4;
    private static final int GUESS_LOG = 9;

    private static final int SAVED_ROW = 8;

    /** Number of models of guesses: eight of the first one, four of the second. */
    static final int GUESSES = 8 + 4;

    private static final int SECOND_AT = 8;

    /** Number of size classes. Each has a row of models. */
    static final int ROWS = 1 << CLASS_BITS;

    /** The models of low bits follow those of the next size's class in a row. */
    private static final int LOWS_AT = 1 << CLASS_BITS;

    /** Number of models in a row. */
    static final int ROW = LOWS_AT + (1 << LOW_BITS);

    /** Size of an instance, in bytes. */
    static final long BYTES = 4L * 2 << GUESS_LOG;

    private final int[] afterTwo = new int[1 << GUESS_LOG];
    private final int[] afterOne = new int[1 << GUESS_LOG];
    private int last;
    private int lastButOne;
    private int hits;

    void clear() {
        Arrays.fill(afterTwo, 0);
        Arrays.fill(afterOne, 0);
        last = 0;
        lastButOne = 0;
        hits = 0;
    }

    void encode(BitEncoder coder, Models all, int size) {
        int[] guesses = all.sizeGuesses;
        int first = afterTwo[placeOfTwo()];
        int second = afterOne[placeOfOne()];
        boolean hit = size == first;
        coder.bit(guesses, hits & 7, hit ? 1 : 0);
        if (!hit) {
            boolean near = size == second;
            if (second != first) {
                coder.bit(guesses, SECOND_AT + (hits & 3), near ? 1 : 0);
            }
            if (!near) {
                encodeClass(coder, all, size);
            }
        }
        learn(size, hit);
    }

    private void encodeClass(BitEncoder coder, Models all, int size) {
        int sizeClass = Classes.OF_FOUR.of(size);
        int classes = all.sizes.at(Classes.OF_FOUR.of(last));
        coder.tree(all.sizes.models(), classes, CLASS_BITS, sizeClass);
        int bits = Classes.OF_FOUR.bits(sizeClass);
        int place = size - Classes.OF_FOUR.first(sizeClass);
        int plain = Math.max(0, bits - LOW_BITS);
        int lows = all.sizes.at(sizeClass) + LOWS_AT;
        coder.tree(all.sizes.models(), lows, bits - plain, place >>> plain);
        if (plain > 0) {
            coder.plain(place >>> 16 & 0xffff, Math.max(0, plain - 16));
            coder.plain(place & (1 << Math.min(16, plain)) - 1, Math.min(16, plain));
        }
    }

    int decode(BitDecoder coder, Models all) throws DamagedFrameException {
        int[] guesses = all.sizeGuesses;
        int first = afterTwo[placeOfTwo()];
        int second = afterOne[placeOfOne()];
        boolean hit = coder.bit(guesses, hits & 7) != 0;
        int size;
        if (hit) {
            size = first;
        } else if (second != first && coder.bit(guesses, SECOND_AT + (hits & 3)) != 0) {
            size = second;
        } else {
            size = decodeClass(coder, all);
        }
        learn(size, hit);
        return size;
    }

    private int decodeClass(BitDecoder coder, Models all) throws DamagedFrameException {
        int classes = all.sizes.at(Classes.OF_FOUR.of(last));
        int sizeClass = coder.tree(all.sizes.models(), classes, CLASS_BITS);
        if (sizeClass > Classes.OF_FOUR.of(MAX)) {
            throw new DamagedFrameException("size class " + sizeClass);
        }
        int bits = Classes.OF_FOUR.bits(sizeClass);
        int plain = Math.max(0, bits - LOW_BITS);
        int lows = all.sizes.at(sizeClass) + LOWS_AT;
        int place = coder.tree(all.sizes.models(), lows, bits - plain) << plain;
        if (plain > 0) {
            place |= coder.plain(Math.max(0, plain - 16)) << 16;
            place |= coder.plain(Math.min(16, plain));
        }
        return Classes.OF_FOUR.first(sizeClass) + place;
    }

    void save(StateWriter state) {
        state.rows(afterTwo, SAVED_ROW, 0);
        state.rows(afterOne, SAVED_ROW, 0);
        state.number(last);
        state.number(lastButOne);
        state.number(hits & 7);
    }

    /** Sets the sizes to those of a saved state; there must be none. */
    void load(StateReader state) {
        state.rows(afterTwo, SAVED_ROW);
        state.rows(afterOne, SAVED_ROW);
        last = state.number();
        lastButOne = state.number();
        hits = state.number();
    }

    private void learn(int size, boolean hit) {
        afterTwo[placeOfTwo()] = size;
        afterOne[placeOfOne()] = size;
        lastButOne = last;
        last = size;
        hits = hits << 1 | (hit ? 1 : 0);
    }

    private int placeOfTwo() {
        return (last * 0x9E3779B1 ^ lastButOne * 0x85EBCA77) >>> 32 - GUESS_LOG;
    }

    private int placeOfOne() {
        return last * 0x9E3779B1 >>> 32 - GUESS_LOG;
    }
}

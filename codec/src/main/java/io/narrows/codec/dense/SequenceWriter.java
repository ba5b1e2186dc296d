package io.narrows.codec.dense;

/**
 * Writes the sequences of a frame of level 0: with the coder from the beginning of an array, stored literals from its end
 * towards the beginning, run by run. The counterpart of {@link SequenceReader}.
 */
final class SequenceWriter {
    private final SequenceModels models;
    private final Models others;
    private final History history;
    private final Offsets offsets;
    private final BitEncoder coder;
    private byte[] out = {};
    private int end;
    private int literalsAt;
    private int shape;

    /** @param others the models of literals, which all levels share */
    SequenceWriter(SequenceModels models, Models others, History history, Offsets offsets, BitEncoder coder) {
        this.models = models;
        this.others = others;
        this.history = history;
        this.offsets = offsets;
        this.coder = coder;
    }

    /** Starts a frame whose stored literals end at a position of the array that the coder writes to. */
    void start(byte[] target, int to) {
        out = target;
        end = to;
        literalsAt = to;
    }

    /** Starts a piece. */
    void begin() {
        shape = Sequences.FIRST_SHAPE;
    }

    /** Returns the start of the stored literals in the array; they are its content from there to the end. */
    int literalsAt() {
        return literalsAt;
    }

    /** Returns the bytes written so far. */
    int written() {
        return coder.written() + end - literalsAt;
    }

    /** Writes the literals that end a piece, at least one. */
    void last(int position, int literals) {
        literals(position, literals, 0);
    }

    /**
     * Writes literals and a match.
     *
     * @param position the first literal
     * @param index index of the match's distance among the recent ones, or {@link Offsets#COUNT} for a new one
     * @param length at least {@link Sequences#MIN_MATCH}
     */
    void sequence(int position, int literals, int index, int distance, int length) {
        int upper = literals(position, literals, index == 0 ? 0 : 1);
        if (index != 0) {
            distance(index, distance);
        }
        int more = length - Sequences.MIN_MATCH;
        int lower = Counts.SEQUENCES.of(more);
        int table = models.shapes.lower(shape, upper);
        coder.nibble(models.shapes.tables(), table, lower);
        rest(lower, more);
        shape = upper << 4 | lower;
    }

    private int literals(int position, int literals, int other) {
        int upper = Math.min(literals, Sequences.LONG_RUN) << 1 | other;
        int table = models.shapes.upper(shape);
        coder.nibble(models.shapes.tables(), table, upper);
        if (literals >= Sequences.LONG_RUN) {
            int more = literals - Sequences.LONG_RUN;
            int run = Counts.SEQUENCES.of(more);
            coder.nibble(models.run, 0, run);
            rest(run, more);
        }
        byte[] bytes = history.bytes();
        if (Sequences.isModelled(literals, others)) {
            coder.literals(others.nibbles, bytes, position, literals, offsets.get(0), history.lap(), false);
        } else {
            literalsAt -= literals;
            System.arraycopy(bytes, position, out, literalsAt, literals);
        }
        return upper;
    }

    private void rest(int countClass, int number) {
        int bits = Counts.SEQUENCES.bits(countClass);
        if (bits > 0) {
            coder.plain(number - Counts.SEQUENCES.first(countClass), bits);
        }
    }

    private void distance(int index, int distance) {
        if (index < Offsets.COUNT) {
            coder.nibble(models.kind, 0, index - 1);
            return;
        }
        int kind = Sequences.kind(distance);
        coder.nibble(models.kind, 0, kind);
        int place = distance - Sequences.first(kind);
        int high = Sequences.bits(kind) - Sequences.NEAR_BITS;
        if (high > 0) {
            coder.plain(place >>> Sequences.NEAR_BITS, high);
        }
        coder.plain(place & (1 << Sequences.NEAR_BITS) - 1, Sequences.NEAR_BITS);
    }
}

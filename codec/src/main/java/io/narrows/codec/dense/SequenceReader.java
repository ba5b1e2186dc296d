package io.narrows.codec.dense;

/** Reads the sequences of a frame of level 0 and produces their content. */
final class SequenceReader {
    private final SequenceModels models;
    private final Models others;
    private final History history;
    private final Offsets offsets;
    private final BitDecoder coder;
    private byte[] in = {};
    private int begin;
    private int literalsAt;

    /** @param others the models of literals, which all levels share */
    SequenceReader(SequenceModels models, Models others, History history, Offsets offsets, BitDecoder coder) {
        this.models = models;
        this.others = others;
        this.history = history;
        this.offsets = offsets;
        this.coder = coder;
    }

    /** Starts a frame: the bytes of an array from one position to another, where its literals end. */
    void start(byte[] source, int from, int to) {
        in = source;
        begin = from;
        literalsAt = to;
    }

    /** Reads the current piece. */
    void piece() throws DamagedFrameException {
        int end = history.end();
        int shape = Sequences.FIRST_SHAPE;
        for (int position = history.from(); position < end; ) {
            int table = models.shapes.upper(shape);
            int upper = coder.nibble(models.shapes.tables(), table);
            int literals = upper >> 1;
            if (literals == Sequences.LONG_RUN) {
                literals += rest(coder.nibble(models.run, 0));
            }
            if (Sequences.isModelled(literals, others)) {
                literals(position, literals, end);
            } else {
                copyLiterals(position, literals, end);
            }
            position += literals;
            if (position == end) {
                return;
            }
            int index = 0;
            int distance = offsets.get(0);
            if ((upper & 1) != 0) {
                int kind = coder.nibble(models.kind, 0);
                index = Math.min(kind + 1, Offsets.COUNT);
                distance = index < Offsets.COUNT ? offsets.get(index) : distance(kind);
            }
            table = models.shapes.lower(shape, upper);
            int lower = coder.nibble(models.shapes.tables(), table);
            int length = Sequences.MIN_MATCH + rest(lower);
            copyMatch(position, distance, length, end);
            offsets.use(Math.min(index, Offsets.COUNT - 1), distance);
            position += length;
            shape = upper << 4 | lower;
        }
    }

    private int rest(int countClass) throws DamagedFrameException {
        int bits = Counts.SEQUENCES.bits(countClass);
        return Counts.SEQUENCES.first(countClass) + (bits > 0 ? coder.plain(bits) : 0);
    }

    private int distance(int kind) throws DamagedFrameException {
        int high = Sequences.bits(kind) - Sequences.NEAR_BITS;
        int place = high > 0 ? coder.plain(high) << Sequences.NEAR_BITS : 0;
        return Sequences.first(kind) + (place | coder.plain(Sequences.NEAR_BITS));
    }

    private void literals(int position, int literals, int end) throws DamagedFrameException {
        if (literals > end - position) {
            throw new DamagedFrameException(
                    "a run of " + literals + " literals (expected: at most " + (end - position) + ")");
        }
        coder.literals(others.nibbles, history.bytes(), position, literals, offsets.get(0), history.lap(), false);
    }

    private void copyLiterals(int position, int literals, int end) throws DamagedFrameException {
        if (literals > end - position || literals > literalsAt - begin) {
            throw new DamagedFrameException("a run of " + literals + " literals (expected: at most "
                    + Math.min(end - position, literalsAt - begin) + ")");
        }
        literalsAt -= literals;
        System.arraycopy(in, literalsAt, history.bytes(), position, literals);
    }

    private void copyMatch(int position, int distance, int length, int end) throws DamagedFrameException {
        int from = history.before(position, distance);
        if (length > end - position || !history.isSource(from, position) || length > history.run(from, position)) {
            throw new DamagedFrameException("a match of " + length + " bytes, " + distance + " back (expected: at most "
                    + (end - position) + ")");
        }
        ContentReader.copy(history.bytes(), from, position, length);
    }

    /** @throws DamagedFrameException if the literals do not begin where the coded bytes end */
    void finish() throws DamagedFrameException {
        int coded = coder.finishBeforeOthers();
        if (coded != literalsAt) {
            throw new DamagedFrameException(
                    "literals at " + (literalsAt - begin) + " (expected: " + (coded - begin) + ")");
        }
    }
}

package io.narrows.codec.dense;

/**
 * The content of a frame as literals and matches, and what both ends know before each of them. The <i>source</i> of a position
 * lies one last distance before it: what came next there is likely to come again, and where a token ended there one is likely
 * to end here.
 */
abstract class Tokens {
    /** The kinds of the last three tokens. */
    static final int HISTORIES = 8;

    /** A match of the last distance, of a new one, and of the three before the last. */
    static final int KINDS = 5;

    static final int LAST = 0;
    static final int NEW = 1;

    /** The shortest matches of the last distance, a new one, and an older one. */
    static final int LAST_MIN = 1;

    static final int NEW_MIN = 4;
    static final int OLDER_MIN = 2;

    final Models models;
    final History history;
    final Offsets offsets;

    /** One bit for each of the last tokens, 1 for a match. */
    int past;

    /** How many literals came since the last match. */
    int literals;

    /** 1 for the first token of a piece. */
    int first;

    /** The source of the position, whether a literal is there, and how far it is to the next token there. */
    int source;

    int rest;
    int restClass;

    Tokens(Models models, History history, Offsets offsets) {
        this.models = models;
        this.history = history;
        this.offsets = offsets;
    }

    final void clear() {
        past = 0;
        literals = 0;
    }

    /** Looks at the source of a position. */
    final void look(int position) {
        source = history.before(position, offsets.get(0));
        rest = history.untilStart(source);
        restClass = history.isLiteral(source) ? 0 : restClass(rest);
    }

    private static int restClass(int rest) {
        return 33 - Integer.numberOfLeadingZeros(rest - 1);
    }

    /** How a source other than the one that was looked at goes on. */
    final int restClassAt(int other) {
        return history.isLiteral(other) ? 0 : restClass(history.untilStart(other));
    }

    /** Where a match is thought to end, in bytes from its source: where a token ended there, or at the end of the piece. */
    final int likelyLength(int other, int otherClass, int left) {
        return otherClass == 0 ? left : Math.min(left, history.untilStart(other));
    }

    final int shapeIndex() {
        return ((past & HISTORIES - 1) << 1 | first) << Models.REST_BITS | restClass;
    }

    final int shapeByByteIndex() {
        return (history.bytes()[source] & 0xff) << Models.REST_BITS | restClass;
    }

    final int kindIndex() {
        return ((past & HISTORIES - 1) << Models.REST_BITS | restClass) << 2;
    }

    final int byBeforeIndex(int position) {
        int before = history.bytes()[history.before(position, 1)] & 0xff;
        models.usedByBefore[before] = true;
        return before << 8;
    }

    final int byTwoBeforeIndex(int position) {
        byte[] bytes = history.bytes();
        int row = Models.byTwoBeforeRow(
                bytes[history.before(position, 1)] & 0xff, bytes[history.before(position, 2)] & 0xff);
        models.usedByTwoBefore[row] = true;
        return row << 8;
    }

    final int bySourceIndex() {
        return bySource() << 8;
    }

    final int nibblesIndex() {
        return bySource() * Nibbles.BYTE;
    }

    private int bySource() {
        int row = (literals > 0 ? 1 << 8 : 0) | history.bytes()[source] & 0xff;
        models.usedBySource[row] = true;
        return row;
    }

    static int minimum(int kind) {
        return kind == LAST ? LAST_MIN : kind == NEW ? NEW_MIN : OLDER_MIN;
    }

    /** Where in {@link Models#length} the classes of a kind's lengths are. */
    final int lengthIndex(int kind, int otherClass) {
        int context =
                kind == LAST ? otherClass : kind == NEW ? 24 + Math.min(literals, 3) : 16 + Math.min(otherClass, 7);
        return context << Models.CLASS_BITS;
    }

    /** Where in {@link Models#distance} the classes of distances of matches of a length are. */
    static int distanceIndex(int length) {
        int group = length < 6 ? 0 : length < 8 ? 1 : length < 16 ? 2 : 3;
        return group << Models.CLASS_BITS;
    }

    final void afterLiteral(int position) {
        history.markLiteral(position);
        past <<= 1;
        literals++;
        first = 0;
    }

    final void afterMatch(int position, int index, int distance) {
        history.markMatch(position);
        offsets.use(index, distance);
        past = past << 1 | 1;
        literals = 0;
        first = 0;
    }
}

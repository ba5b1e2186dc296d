package io.narrows.codec.dense;

/**
 * The tokens of a frame, literals and matches, and the context of each that both ends know. The <i>source</i> of a position
 * is one last distance before it: the content that followed there probably repeats, and where a token ended there, one
 * probably ends here.
 */
abstract class Tokens {
    /** Number of combinations of the last three tokens' kinds. */
    static final int HISTORIES = 8;

    /** Kinds of matches: of the last distance, of a new one, and of the three before the last. */
    static final int KINDS = 5;

    /** No model distinguishes runs of more literals. */
    private static final int MOST_LITERALS = 3;

    static final int LAST = 0;
    static final int NEW = 1;

    /** Minimum match lengths of the last distance, a new one, and an older one. */
    static final int LAST_MIN = 1;

    static final int NEW_MIN = 4;
    static final int OLDER_MIN = 2;

    /** Number of values of {@link #lengthGroup}. */
    static final int LENGTH_GROUPS = 4;

    final Models models;

    /** The models of this version of the format. */
    final ContentModels own;

    final History history;
    final Offsets offsets;

    /** One bit per previous token, 1 for a match. */
    int past;

    /** Number of literals since the last match. */
    int literals;

    /** 1 for the first token of a piece. */
    int first;

    /** The token of the latest phrase, or {@link Phrases#FIRST}. */
    int previous;

    /** The source of the position, the distance to the next token there, and its class (0 at a literal). */
    int source;

    int rest;
    int restClass;

    Tokens(Models models, ContentModels own, History history, Offsets offsets) {
        this.models = models;
        this.own = own;
        this.history = history;
        this.offsets = offsets;
    }

    final void clear() {
        past = 0;
        literals = 0;
    }

    /** Called when a piece starts. */
    final void beginPiece() {
        first = 1;
        previous = Phrases.FIRST;
    }

    final void save(StateWriter state) {
        state.number(past & HISTORIES - 1);
        state.number(Math.min(literals, MOST_LITERALS));
    }

    final void load(StateReader state) {
        past = state.number();
        literals = state.number();
    }

    /** Sets the source of a position. */
    final void look(int position) {
        source = history.before(position, offsets.get(0));
        rest = history.untilStart(source);
        restClass = history.isLiteral(source) ? 0 : restClass(rest);
    }

    private static int restClass(int rest) {
        return 33 - Integer.numberOfLeadingZeros(rest - 1);
    }

    /** Returns the continuation of a source other than the current one. */
    final int restClassAt(int other) {
        return history.isLiteral(other) ? 0 : restClass(history.untilStart(other));
    }

    /** Returns the expected length of a match from its source: up to the end of the token there, or of the piece. */
    final int likelyLength(int other, int otherClass, int left) {
        return otherClass == 0 ? left : Math.min(left, history.untilStart(other));
    }

    /** Returns the expected length of a match of the last distance. */
    final int likelyLength(int position) {
        int left = history.end() - position;
        return restClass == 0 ? left : Math.min(left, rest);
    }

    /**
     * Sets the source of a position and returns the table of the phrase that begins there. The first phrase of a piece has no literals
     * before it.
     */
    final int context(int position) {
        if (previous == Phrases.FIRST) {
            literals = 0;
        }
        look(position);
        return PhraseModels.context(previous, restClass == 0 ? history.literalsFrom(source) : 0, restClass);
    }

    final int shapeIndex() {
        return ((past & HISTORIES - 1) << 1 | first) << TokenModels.REST_BITS | restClass;
    }

    final int shapeByByteIndex() {
        return (history.bytes()[source] & 0xff) << TokenModels.REST_BITS | restClass;
    }

    final int kindIndex() {
        return ((past & HISTORIES - 1) << TokenModels.REST_BITS | restClass) << 2;
    }

    final int byBeforeIndex(int position) {
        return models.byBefore.at(history.bytes()[history.before(position, 1)] & 0xff);
    }

    final int byTwoBeforeIndex(int position) {
        byte[] bytes = history.bytes();
        return models.byTwoBefore.at(Models.byTwoBeforeRow(
                bytes[history.before(position, 1)] & 0xff, bytes[history.before(position, 2)] & 0xff));
    }

    final int bySourceIndex() {
        return models.bySource.at(bySource());
    }

    /** Returns the row of models selected by the byte at the source, and by whether a literal came before. */
    final int bySource() {
        return (literals > 0 ? 1 << 8 : 0) | history.bytes()[source] & 0xff;
    }

    static int minimum(int kind) {
        return kind == LAST ? LAST_MIN : kind == NEW ? NEW_MIN : OLDER_MIN;
    }

    /** Returns the index in {@link TokenModels#length} of the length classes of a kind. */
    final int lengthIndex(int kind, int otherClass) {
        int context =
                kind == LAST ? otherClass : kind == NEW ? 24 + Math.min(literals, 3) : 16 + Math.min(otherClass, 7);
        return context << TokenModels.CLASS_BITS;
    }

    /** Returns the index in {@link TokenModels#distance} of the distance classes for a match length. */
    static int distanceIndex(int length) {
        return lengthGroup(length) << TokenModels.CLASS_BITS;
    }

    /** Returns the group of a match length that predicts the class of a new distance, in both versions. */
    static int lengthGroup(int length) {
        return length < 6 ? 0 : length < 8 ? 1 : length < 16 ? 2 : 3;
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

package io.narrows.codec.dense;

/** The models of a context's phrases, four bits at a time. Both ends update them identically. */
final class PhraseModels implements ContentModels {
    /** Number of values of how a source continues: up to four literals, or a class of the distance to the next token. */
    private static final int STATES = 16;

    private static final int MAX_LITERALS = 4;

    private static final int TOKENS = (Phrases.FIRST + 1) * STATES;
    private static final int OLDER_LENGTHS = 16;
    private static final int OLDER_CLASSES = 8;
    private static final int NEW_LENGTHS = OLDER_LENGTHS + (Offsets.COUNT - 1) * OLDER_CLASSES;
    private static final int MAX_LITERALS_BEFORE = 3;
    private static final int LENGTHS = NEW_LENGTHS + MAX_LITERALS_BEFORE + 1;

    private static final int COUNT = TOKENS + LENGTHS + Tokens.LENGTH_GROUPS + 3 * 16;

    /** Size of an instance with all tables in use, in bytes. */
    static final long BYTES = Tables.memoryBytes(COUNT);

    /** Size of an instance with no tables in use, in bytes. */
    static final long EMPTY_BYTES = Rows.emptyBytes(COUNT);

    /** Tokens, by {@link #context}. */
    final Tables tokens = new Tables(TOKENS);

    /** Classes of lengths. */
    final Tables lengths = new Tables(LENGTHS);

    /** Upper bits of the offset of a length in its class. */
    final Tables lengthPlaces = new Tables(16);

    /** Classes of new distances, by {@link Tokens#lengthGroup}. */
    final Tables distances = new Tables(Tokens.LENGTH_GROUPS);

    /** Highest and lowest four bits of the offset of a new distance in its class. */
    final Tables highPlaces = new Tables(16);

    final Tables lowPlaces = new Tables(16);

    @Override
    public void clear() {
        for (Tables tables : all()) {
            tables.clear();
        }
    }

    @Override
    public long memoryBytes() {
        long sum = 0;
        for (Tables tables : all()) {
            sum += tables.memoryBytes();
        }
        return sum;
    }

    @Override
    public void countIn(ModelBytes bytes) {
        for (Tables tables : all()) {
            tables.countIn(bytes);
        }
    }

    private Tables[] all() {
        return new Tables[] {tokens, lengths, lengthPlaces, distances, highPlaces, lowPlaces};
    }

    @Override
    public void save(StateWriter state) {
        for (Tables tables : all()) {
            tables.save(state);
        }
    }

    @Override
    public void load(StateReader state) {
        for (Tables tables : all()) {
            tables.load(state);
        }
    }

    /**
     * Returns the table of a token.
     *
     * @param previous the token before
     * @param literals number of literals at the source
     * @param restClass how the source continues otherwise
     */
    static int context(int previous, int literals, int restClass) {
        int state = restClass == 0 ? Math.min(literals, MAX_LITERALS) - 1 : MAX_LITERALS - 1 + restClass;
        return previous * STATES + state;
    }

    /** Returns the table of the length of a match with the last distance. */
    static int lengthOfLast(int restClass) {
        return restClass;
    }

    /**
     * Returns the table of the length of a match with an older distance.
     *
     * @param index index of the distance, from 1
     */
    static int lengthOfOlder(int index, int restClass) {
        return OLDER_LENGTHS + (index - 1) * OLDER_CLASSES + Math.min(restClass, OLDER_CLASSES - 1);
    }

    /**
     * Returns the table of the length of a match with a new distance.
     *
     * @param literals number of literals before it
     */
    static int lengthOfNew(int literals) {
        return NEW_LENGTHS + Math.min(literals, MAX_LITERALS_BEFORE);
    }
}

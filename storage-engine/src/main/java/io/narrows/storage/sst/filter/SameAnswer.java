package io.narrows.storage.sst.filter;

/** Filters that ignore the key. */
enum SameAnswer implements Filter {
    /** No filter, or an unknown kind. */
    MAYBE(true),
    /** The filter of no keys. */
    NO(false);

    private final boolean answer;

    SameAnswer(boolean answer) {
        this.answer = answer;
    }

    @Override
    public boolean mayContain(byte[] key, int offset, int length) {
        return answer;
    }
}

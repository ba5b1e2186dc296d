package io.narrows.storage.sst.filter;

/** The filters that do not look at the key. */
enum SameAnswer implements Filter {
    /** No filter, or none that is known. */
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

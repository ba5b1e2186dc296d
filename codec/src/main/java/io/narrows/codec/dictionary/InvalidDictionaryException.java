package io.narrows.codec.dictionary;

/** Thrown for bytes that are no dictionary. The message says what is wrong, and what was expected. */
public final class InvalidDictionaryException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int offset;

    InvalidDictionaryException(int offset, String problem) {
        super(problem);
        this.offset = offset;
    }

    /** Returns the place of the mistake, in bytes from the start of the dictionary. */
    public int offset() {
        return offset;
    }
}

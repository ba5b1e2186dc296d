package io.narrows.codec.dictionary;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown for a file that is no dictionary, or a damaged one. The message has the file, the offset, and what was expected there. */
public final class DictionaryFileException extends IOException {
    private static final long serialVersionUID = 1L;

    private final long offset;

    DictionaryFileException(Path file, long offset, String problem) {
        super(file + ": offset " + offset + ": " + problem);
        this.offset = offset;
    }

    /** Returns the place of the mistake, in bytes from the start of the file. */
    public long offset() {
        return offset;
    }
}

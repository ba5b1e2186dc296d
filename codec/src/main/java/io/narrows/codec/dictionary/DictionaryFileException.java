package io.narrows.codec.dictionary;

import java.io.IOException;
import java.nio.file.Path;

/** Thrown for a file that is no dictionary, or a damaged one. The message has the file, the offset, and what was expected there. */
public final class DictionaryFileException extends IOException {
    private static final long serialVersionUID = 1L;

    /** The kinds of damage, which stay the same while the content of a damaged file changes. */
    public enum Fault {
        /** The file does not begin like a dictionary. */
        MAGIC,
        /** The file ends early. */
        TRUNCATED,
        /** The version is unknown, or not that of the dictionary. */
        VERSION,
        /** The length is out of range. */
        LENGTH,
        /** Bytes follow the dictionary. */
        TRAILING_BYTES,
        /** The checksum differs. */
        CHECKSUM,
        /** The dictionary itself is invalid. */
        DICTIONARY
    }

    private final Fault fault;
    private final long offset;

    DictionaryFileException(Path file, Fault fault, long offset, String problem) {
        super(file + ": offset " + offset + ": " + problem);
        this.fault = fault;
        this.offset = offset;
    }

    /** Returns the kind of damage. */
    public Fault fault() {
        return fault;
    }

    /** Returns the place of the mistake, in bytes from the start of the file. */
    public long offset() {
        return offset;
    }
}

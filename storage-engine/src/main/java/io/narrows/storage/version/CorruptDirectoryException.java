package io.narrows.storage.version;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A database's directory that is not as it must be: a file that is missing, has another size, or does not say what it
 * must. The message names the file, the offset, and what was expected.
 */
public final class CorruptDirectoryException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final long offset;

    CorruptDirectoryException(Path file, long offset, String problem) {
        this(file, offset, problem, null);
    }

    CorruptDirectoryException(Path file, long offset, String problem, Throwable cause) {
        super(file + ": offset " + offset + ": " + problem, cause);
        this.file = file;
        this.offset = offset;
    }

    public Path file() {
        return file;
    }

    /** Where it is wrong, in bytes from the start of the file; 0 when it is the whole file. */
    public long offset() {
        return offset;
    }
}

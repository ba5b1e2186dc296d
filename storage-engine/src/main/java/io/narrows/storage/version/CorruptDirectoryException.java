package io.narrows.storage.version;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when a database's directory is damaged: a file is missing, has the wrong size, or has invalid content. The message
 * names the file, the offset, and the expected content.
 */
public final class CorruptDirectoryException extends IOException {
    private static final long serialVersionUID = 1L;

    private final transient Path file;
    private final long offset;

    /**
     * @param offset position of the damage, in bytes from the start of the file; 0 if it concerns the whole file
     * @param problem what was found, and what was expected
     */
    public CorruptDirectoryException(Path file, long offset, String problem) {
        this(file, offset, problem, null);
    }

    CorruptDirectoryException(Path file, long offset, String problem, @Nullable Throwable cause) {
        super(file + ": offset " + offset + ": " + problem, cause);
        this.file = file;
        this.offset = offset;
    }

    public Path file() {
        return file;
    }

    /** Returns the position of the damage, in bytes from the start of the file; 0 if it concerns the whole file. */
    public long offset() {
        return offset;
    }
}

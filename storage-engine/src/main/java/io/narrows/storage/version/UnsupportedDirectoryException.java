package io.narrows.storage.version;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Thrown when a database, though possibly intact, cannot be opened because it uses a feature that is not supported. The
 * message names the file, the offset and the feature.
 */
public final class UnsupportedDirectoryException extends IOException {
    private static final long serialVersionUID = 1L;

    UnsupportedDirectoryException(Path file, long offset, UnsupportedEditException cause) {
        super(file + ": offset " + offset + ": " + cause.feature() + " (not supported)", cause);
    }
}

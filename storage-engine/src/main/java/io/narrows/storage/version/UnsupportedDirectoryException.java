package io.narrows.storage.version;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A database that may be in order but cannot be opened here, for it uses a feature that is not known. The message names
 * the file, the offset and the feature.
 */
public final class UnsupportedDirectoryException extends IOException {
    private static final long serialVersionUID = 1L;

    UnsupportedDirectoryException(Path file, long offset, UnsupportedEditException cause) {
        super(file + ": offset " + offset + ": " + cause.feature() + " (not supported)", cause);
    }
}

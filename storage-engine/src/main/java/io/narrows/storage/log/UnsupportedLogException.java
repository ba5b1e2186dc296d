package io.narrows.storage.log;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Thrown when a log, though possibly intact, uses an unsupported feature. The message names the file, the offset and the
 * feature.
 */
public final class UnsupportedLogException extends IOException {
    private static final long serialVersionUID = 1L;

    UnsupportedLogException(Path file, long offset, String feature) {
        super(file + ": offset " + offset + ": " + feature + " (not supported)");
    }
}

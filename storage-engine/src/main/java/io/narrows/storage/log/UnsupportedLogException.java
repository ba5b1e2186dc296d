package io.narrows.storage.log;

import java.io.IOException;
import java.nio.file.Path;

/** A log that may be in order but cannot be read here. The message names the file, the offset and what is missing. */
public final class UnsupportedLogException extends IOException {
    private static final long serialVersionUID = 1L;

    UnsupportedLogException(Path file, long offset, String feature) {
        super(file + ": offset " + offset + ": " + feature + " (not supported)");
    }
}

package io.narrows.lab.trace;

import java.io.IOException;
import java.nio.file.Path;

/** An invalid trace. The message starts with the file and the byte at which reading failed. */
public final class TraceException extends IOException {
    private static final long serialVersionUID = 1L;

    public TraceException(Path file, long offset, String problem) {
        super(file + ": byte " + offset + ": " + problem);
    }
}

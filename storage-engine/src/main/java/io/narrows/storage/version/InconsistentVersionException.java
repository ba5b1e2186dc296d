package io.narrows.storage.version;

import java.io.IOException;

/**
 * Thrown for an edit that does not fit its state, or for an invalid state: overlapping files, a duplicate file, a missing
 * family. The message names the family, the level and the file.
 */
public final class InconsistentVersionException extends IOException {
    private static final long serialVersionUID = 1L;

    InconsistentVersionException(String problem) {
        super(problem);
    }
}

package io.narrows.storage.version;

import java.io.IOException;

/**
 * A change that does not fit what it changes, or a state that must not be: files that overlap, a file twice, a family that
 * is not there. The message names the family, the level and the file.
 */
public final class InconsistentVersionException extends IOException {
    private static final long serialVersionUID = 1L;

    InconsistentVersionException(String problem) {
        super(problem);
    }
}

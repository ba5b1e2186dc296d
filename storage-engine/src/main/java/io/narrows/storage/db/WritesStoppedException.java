package io.narrows.storage.db;

import java.io.IOException;

/**
 * Thrown for a write, which is not applied, after background work has failed. The cause is that failure. Reads still work.
 */
public final class WritesStoppedException extends IOException {
    private static final long serialVersionUID = 1L;

    WritesStoppedException(Throwable cause) {
        super("writes are stopped: " + cause.getMessage() + " (resume after fixing the cause)", cause);
    }
}

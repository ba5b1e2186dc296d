package io.narrows.storage.db;

import java.io.IOException;

/** A write to a database whose background work has failed: it is not done. The cause says what failed. Reads go on. */
public final class WritesStoppedException extends IOException {
    private static final long serialVersionUID = 1L;

    WritesStoppedException(Throwable cause) {
        super("writes are stopped: " + cause.getMessage() + " (resume when that is mended)", cause);
    }
}

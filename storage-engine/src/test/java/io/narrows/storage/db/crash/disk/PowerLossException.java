package io.narrows.storage.db.crash.disk;

import java.io.IOException;

/** Thrown by every operation of a {@link ForgetfulFileSystem} after a power loss. */
public final class PowerLossException extends IOException {
    private static final long serialVersionUID = 1L;

    PowerLossException(String where) {
        super("power lost: " + where);
    }
}

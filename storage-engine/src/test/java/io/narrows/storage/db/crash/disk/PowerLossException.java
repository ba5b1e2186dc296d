package io.narrows.storage.db.crash.disk;

import java.io.IOException;

/** The power is lost: from this moment on a {@link ForgetfulFileSystem} answers nothing else. */
public final class PowerLossException extends IOException {
    private static final long serialVersionUID = 1L;

    PowerLossException(String where) {
        super("power lost: " + where);
    }
}

package io.narrows.proxy.link;

import io.narrows.proxy.meter.Failure;
import java.io.IOException;

/** Thrown when a frame is damaged or violates the protocol. The link is closed. */
class CorruptFrameException extends IOException {
    private static final long serialVersionUID = 1L;

    CorruptFrameException(String message) {
        super(message);
    }

    CorruptFrameException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the failure that the link's end is counted as. */
    Failure failure() {
        return Failure.CORRUPT_FRAME;
    }
}

package io.narrows.proxy.link;

import io.narrows.proxy.meter.Failure;
import java.io.IOException;

/** A frame that is damaged or against the protocol: its link cannot go on. */
class CorruptFrameException extends IOException {
    private static final long serialVersionUID = 1L;

    CorruptFrameException(String message) {
        super(message);
    }

    CorruptFrameException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the failure that the end of the link is counted as. */
    Failure failure() {
        return Failure.CORRUPT_FRAME;
    }
}

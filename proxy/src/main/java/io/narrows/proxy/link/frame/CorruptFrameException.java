package io.narrows.proxy.link.frame;

import io.narrows.proxy.meter.Failure;
import java.io.IOException;

/** Thrown when a frame is damaged or violates the protocol. The link is closed. */
public class CorruptFrameException extends IOException {
    private static final long serialVersionUID = 1L;

    public CorruptFrameException(String message) {
        super(message);
    }

    public CorruptFrameException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Returns the failure that the link's end is counted as. */
    public Failure failure() {
        return Failure.CORRUPT_FRAME;
    }
}

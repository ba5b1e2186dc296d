package io.narrows.proxy.link;

import java.io.IOException;

/** A frame that is damaged or against the protocol: its link cannot go on. */
final class CorruptFrameException extends IOException {
    private static final long serialVersionUID = 1L;

    CorruptFrameException(String message) {
        super(message);
    }

    CorruptFrameException(String message, Throwable cause) {
        super(message, cause);
    }
}

package io.narrows.middleware.codec;

import java.io.IOException;

/** Thrown if a message, which may be well-formed, exceeds the {@link DecodingLimits}. */
final class LimitExceededException extends IOException {
    private static final long serialVersionUID = 1L;

    LimitExceededException(String message) {
        super(message);
    }
}

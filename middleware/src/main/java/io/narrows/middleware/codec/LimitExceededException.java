package io.narrows.middleware.codec;

import java.io.IOException;

/** A message that may be well-formed, but costs more than {@link DecodingLimits} allow. */
final class LimitExceededException extends IOException {
    private static final long serialVersionUID = 1L;

    LimitExceededException(String message) {
        super(message);
    }
}

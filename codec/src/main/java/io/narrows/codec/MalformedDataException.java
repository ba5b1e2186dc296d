package io.narrows.codec;

import java.io.IOException;

/** Bytes that a decoder refuses: damaged, hostile, of an unknown codec, or larger than the limit it was given. */
public final class MalformedDataException extends IOException {
    private static final long serialVersionUID = 1L;

    public MalformedDataException(String message) {
        super(message);
    }

    public MalformedDataException(String message, Throwable cause) {
        super(message, cause);
    }
}

package io.narrows.codec;

import java.io.IOException;

/** Thrown if a decoder refuses its input: damaged, hostile, of an unknown codec, or larger than the given limit. */
public class MalformedDataException extends IOException {
    private static final long serialVersionUID = 1L;

    public MalformedDataException(String message) {
        super(message);
    }

    public MalformedDataException(String message, Throwable cause) {
        super(message, cause);
    }
}

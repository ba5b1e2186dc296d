package io.narrows.codec;

/** Thrown if a decoder refuses content for which it would take more memory than its {@linkplain StreamDecoder#limitMemory limit}. */
public final class ContextLimitException extends MalformedDataException {
    private static final long serialVersionUID = 1L;

    ContextLimitException(String message, Throwable cause) {
        super(message, cause);
    }
}

package io.narrows.cli.http;

import java.io.IOException;

/** A server gave no usable answer. The message names its address and the reason, for the user. */
public final class NoAnswerException extends IOException {
    private static final long serialVersionUID = 1;

    public NoAnswerException(String message) {
        super(message);
    }

    public NoAnswerException(String message, Throwable cause) {
        super(message, cause);
    }
}

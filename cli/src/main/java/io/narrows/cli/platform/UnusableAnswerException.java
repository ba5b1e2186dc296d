package io.narrows.cli.platform;

import java.io.IOException;

/** Thrown for an answer that will not become a better one: asking again is of no use. */
final class UnusableAnswerException extends IOException {
    private static final long serialVersionUID = 1;

    UnusableAnswerException(String what) {
        super(what);
    }

    UnusableAnswerException(String what, IOException cause) {
        super(what, cause);
    }
}

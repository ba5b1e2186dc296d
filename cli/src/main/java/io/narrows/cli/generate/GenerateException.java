package io.narrows.cli.generate;

/** A failure after which nothing was written. The message names the file or program, and what was expected. */
public final class GenerateException extends Exception {
    GenerateException(String message) {
        super(message);
    }

    GenerateException(String message, Throwable cause) {
        super(message, cause);
    }
}

package io.narrows.cli.report;

import java.io.IOException;

/** A report cannot be made; the message says why, for the user. */
final class ReportException extends IOException {
    private static final long serialVersionUID = 1;

    ReportException(String message) {
        super(message);
    }

    ReportException(String message, Throwable cause) {
        super(message, cause);
    }
}

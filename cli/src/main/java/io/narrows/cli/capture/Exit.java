package io.narrows.cli.capture;

import java.io.IOException;
import java.io.PrintWriter;

/** Exit codes of the verbs. */
final class Exit {
    static final int OK = 0;

    /** The rules are not installed, or could not be changed. */
    static final int NOT_INSTALLED = 1;

    static final int BAD_INPUT = 2;

    private Exit() {}

    /** An action that may fail. */
    interface Action {
        int run() throws IOException;
    }

    /** Runs an action; prints why it failed and returns {@link #NOT_INSTALLED} then. */
    static int orFailure(PrintWriter err, Action action) {
        try {
            return action.run();
        } catch (IOException e) {
            err.println("narrows: " + e.getMessage());
            err.flush();
            return NOT_INSTALLED;
        }
    }
}

package io.narrows.cli;

import io.narrows.terminal.process.LogSettings;

/**
 * Entry point of the process. The command used by service managers runs directly; everything else goes through the
 * command-line parser.
 */
public final class Start {
    /** Exit code of unexpected failures, as in picocli. */
    private static final int EXIT_SOFTWARE = 1;

    private Start() {}

    public static void main(String[] arguments) {
        System.exit(start(arguments));
    }

    private static int start(String... arguments) {
        try {
            LogSettings.of(System.getenv());
        } catch (IllegalArgumentException e) {
            System.err.println("narrows: " + e.getMessage());
            return Narrows.EXIT_BAD_INPUT;
        }
        return Run.of(arguments).map(Start::call).orElseGet(() -> Narrows.execute(arguments));
    }

    /** Runs the sidecar like picocli runs a command: an unexpected failure ends the process with a stack trace. */
    private static int call(Run run) {
        try {
            return run.call();
        } catch (RuntimeException | InterruptedException e) {
            e.printStackTrace();
            return EXIT_SOFTWARE;
        }
    }
}

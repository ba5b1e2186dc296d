package io.narrows.cli;

import io.narrows.cli.process.LogSettings;

/** Where the process begins: what a service manager starts goes straight on, everything else by way of the command line's parser. */
public final class Start {
    /** Something happened that was not foreseen; the code that picocli has for it. */
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

    /** As picocli calls a command: what is not foreseen ends the process, and says where it happened. */
    private static int call(Run run) {
        try {
            return run.call();
        } catch (RuntimeException | InterruptedException e) {
            e.printStackTrace();
            return EXIT_SOFTWARE;
        }
    }
}

package io.narrows.cli;

/** The process: what a service manager starts goes straight on, everything else by way of the command line's parser. */
public final class Narrows {
    /** The file, the command line or the environment is not as it must be; nothing was started. */
    static final int EXIT_BAD_INPUT = 2;

    /** Something happened that was not foreseen; the code that picocli has for it. */
    private static final int EXIT_SOFTWARE = 1;

    private Narrows() {}

    public static void main(String[] arguments) {
        System.exit(Run.of(arguments).map(Narrows::call).orElseGet(() -> NarrowsCommand.execute(arguments)));
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

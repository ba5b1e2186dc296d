package io.narrows.storage.bench.db;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The command line options.
 *
 * @param num number of keys in the database
 * @param reps number of rounds of the policies
 * @param seconds time to observe a change of codec
 * @param into documentation file for the tables
 * @param plot picture of a migration
 * @param given options that affect the figures, as given
 */
record BenchOptions(int num, int reps, int seconds, Optional<Path> into, Optional<Path> plot, List<String> given) {
    private static final BenchOptions DEFAULT =
            new BenchOptions(500_000, 5, 60, Optional.empty(), Optional.empty(), List.of());

    /** The minimum for which the smallest write buffer still yields the intended levels. */
    private static final int MIN_NUM = 10_000;

    /** @throws IllegalArgumentException if an option is unknown, or its value is missing or invalid */
    static BenchOptions parse(List<String> arguments) {
        BenchOptions options = DEFAULT;
        for (int i = 0; i < arguments.size(); i += 2) {
            String name = arguments.get(i);
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException(name + " without a value");
            }
            if (name.equals("--into")) {
                System.err.println("bench: --into is now --update-doc; the next release removes --into");
            }
            options = options.with(name, arguments.get(i + 1));
        }
        return options;
    }

    private BenchOptions with(String name, String value) {
        return switch (name) {
            case "--num" ->
                new BenchOptions(atLeast(MIN_NUM, name, value), reps, seconds, into, plot, adding(name, value));
            case "--reps" -> new BenchOptions(num, atLeast(1, name, value), seconds, into, plot, adding(name, value));
            case "--seconds" -> new BenchOptions(num, reps, atLeast(1, name, value), into, plot, adding(name, value));
            case "--update-doc", "--into" ->
                new BenchOptions(num, reps, seconds, Optional.of(Path.of(value)), plot, given);
            case "--plot" -> new BenchOptions(num, reps, seconds, into, Optional.of(Path.of(value)), given);
            default ->
                throw new IllegalArgumentException(
                        name + " (expected: --num, --reps, --seconds, --update-doc, --plot)");
        };
    }

    private static int atLeast(int least, String name, String value) {
        int number = Integer.parseInt(value);
        if (number < least) {
            throw new IllegalArgumentException(name + " " + value + " (expected: at least " + least + ")");
        }
        return number;
    }

    /** Records an option for the command that reproduces the figures. */
    private List<String> adding(String name, String value) {
        List<String> more = new ArrayList<>(given);
        more.add(name);
        more.add(value);
        return List.copyOf(more);
    }
}

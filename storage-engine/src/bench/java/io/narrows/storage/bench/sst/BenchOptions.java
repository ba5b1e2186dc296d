package io.narrows.storage.bench.sst;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The command line options.
 *
 * @param entries number of entries in each file
 * @param reps number of counted rounds
 * @param warmUps number of earlier rounds that are not counted
 * @param into documentation file for the tables
 * @param folder parent of the new folder where files are built
 */
record BenchOptions(int entries, int reps, int warmUps, Optional<Path> into, Path folder, List<String> given) {
    private static final BenchOptions DEFAULT = new BenchOptions(
            2_000_000, 5, 2, Optional.empty(), Path.of(System.getProperty("java.io.tmpdir")), List.of());

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
            case "--entries" ->
                new BenchOptions(atLeast1(name, value), reps, warmUps, into, folder, adding(name, value));
            case "--reps" ->
                new BenchOptions(entries, atLeast1(name, value), warmUps, into, folder, adding(name, value));
            case "--warm-ups" ->
                new BenchOptions(entries, reps, Integer.parseInt(value), into, folder, adding(name, value));
            case "--update-doc", "--into" ->
                new BenchOptions(entries, reps, warmUps, Optional.of(Path.of(value)), folder, given);
            case "--dir" -> new BenchOptions(entries, reps, warmUps, into, Path.of(value), adding(name, value));
            default ->
                throw new IllegalArgumentException(
                        name + " (expected: --entries, --reps, --warm-ups, --update-doc, --dir)");
        };
    }

    private static int atLeast1(String name, String value) {
        int number = Integer.parseInt(value);
        if (number < 1) {
            throw new IllegalArgumentException(name + " " + value + " (expected: at least 1)");
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

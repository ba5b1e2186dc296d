package io.narrows.storage.bench.sst;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What can be chosen on the command line.
 *
 * @param entries of each file
 * @param reps rounds that count
 * @param warmUps rounds before, that do not
 * @param into the documentation file that the tables go into
 * @param folder where files are built, in a folder of their own
 */
record BenchOptions(int entries, int reps, int warmUps, Optional<Path> into, Path folder, List<String> given) {
    private static final BenchOptions DEFAULT = new BenchOptions(
            2_000_000, 5, 2, Optional.empty(), Path.of(System.getProperty("java.io.tmpdir")), List.of());

    /** @throws IllegalArgumentException when an option is not known, or has no value or not such a one */
    static BenchOptions parse(List<String> arguments) {
        BenchOptions options = DEFAULT;
        for (int i = 0; i < arguments.size(); i += 2) {
            String name = arguments.get(i);
            if (i + 1 == arguments.size()) {
                throw new IllegalArgumentException(name + " without a value");
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
            case "--update-doc", "--into" -> new BenchOptions(entries, reps, warmUps, Optional.of(Path.of(value)), folder, given);
            case "--dir" -> new BenchOptions(entries, reps, warmUps, into, Path.of(value), adding(name, value));
            default ->
                throw new IllegalArgumentException(name + " (expected: --entries, --reps, --warm-ups, --update-doc, --dir)");
        };
    }

    private static int atLeast1(String name, String value) {
        int number = Integer.parseInt(value);
        if (number < 1) {
            throw new IllegalArgumentException(name + " " + value + " (expected: at least 1)");
        }
        return number;
    }

    /** As in the command that makes the figures again. */
    private List<String> adding(String name, String value) {
        List<String> more = new ArrayList<>(given);
        more.add(name);
        more.add(value);
        return List.copyOf(more);
    }
}

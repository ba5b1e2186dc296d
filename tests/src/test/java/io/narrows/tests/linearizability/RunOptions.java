package io.narrows.tests.linearizability;

import io.narrows.tests.support.StoreProgram;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Options of this package's soaks.
 *
 * @param count of runs, or of cycles
 * @param load how long clients write during faults, in each run
 * @param seed of the first run
 * @param faults the kinds to inject
 */
public record RunOptions(int count, Duration load, long seed, StoreProgram program, List<Fault.Kind> faults) {
    private static final Duration LOAD = Duration.ofSeconds(25);

    static RunOptions of(int count) {
        return new RunOptions(count, LOAD, System.nanoTime(), StoreProgram.NARROWS, List.of(Fault.Kind.values()));
    }

    /**
     * Parses {@code --runs 50 --for 25s --seed 7 --store etcd --faults KILL_NODE,DEAF}, all optional.
     *
     * @param counted the name of the count: {@code --runs} or {@code --cycles}
     */
    public static RunOptions parse(String counted, int count, String... args) {
        RunOptions options = of(count);
        if (args.length % 2 != 0) {
            throw new IllegalArgumentException("no value for " + args[args.length - 1]);
        }
        for (int i = 0; i < args.length; i += 2) {
            options = options.with(counted, args[i], args[i + 1]);
        }
        return options;
    }

    private RunOptions with(String counted, String option, String value) {
        if (option.equals(counted)) {
            return new RunOptions(Integer.parseInt(value), load, seed, program, faults);
        }
        return switch (option) {
            case "--for" -> new RunOptions(count, duration(value), seed, program, faults);
            case "--seed" -> new RunOptions(count, load, Long.parseLong(value), program, faults);
            case "--store" ->
                new RunOptions(count, load, seed, StoreProgram.valueOf(value.toUpperCase(Locale.ROOT)), faults);
            case "--faults" -> new RunOptions(count, load, seed, program, kinds(value));
            default ->
                throw new IllegalArgumentException("unknown option " + option + " (expected: " + counted
                        + ", --for, --seed, --store or --faults)");
        };
    }

    /** Returns the options that a run depends on besides its seed. */
    public String text() {
        String kinds = faults.equals(List.of(Fault.Kind.values()))
                ? "all"
                : faults.stream().map(Fault.Kind::name).collect(Collectors.joining(","));
        return "--store %s --for %s --faults %s".formatted(program.label(), load, kinds);
    }

    private static List<Fault.Kind> kinds(String text) {
        return Arrays.stream(text.split(",")).map(Fault.Kind::valueOf).toList();
    }

    /** Parses {@code 90s}, {@code 2m}. */
    private static Duration duration(String text) {
        return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    }
}

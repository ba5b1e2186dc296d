package io.narrows.tests.robustness;

import io.narrows.tests.linearizability.RunOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The options of a robustness soak. Empty ones follow from the seed of each round.
 *
 * @param common those of every soak of stores
 * @param traffic a name that {@code tests/src/test/go/robustness} knows
 * @param timeout how long clients wait for a response
 * @param busy number of processes that only keep the processors busy
 */
record RobustnessOptions(RunOptions common, Optional<String> traffic, Optional<Duration> timeout, OptionalInt busy) {
    private static final int RUNS = 10;
    private static final String LOAD = "15s";

    /** Parses {@code --runs 50 --for 15s --seed 7 --store etcd --faults KILL_NODE,DEAF --traffic etcd --timeout 1s --busy 4}. */
    static RobustnessOptions parse(List<String> arguments) {
        List<String> left = new ArrayList<>(arguments);
        Optional<String> traffic = take("--traffic", left);
        Optional<Duration> timeout =
                take("--timeout", left).map(text -> Duration.parse("PT" + text.toUpperCase(Locale.ROOT)));
        Optional<Integer> busy = take("--busy", left).map(Integer::valueOf);
        if (!left.contains("--for")) {
            left.addAll(List.of("--for", LOAD));
        }
        RunOptions common = RunOptions.parse("--runs", RUNS, left.toArray(String[]::new));
        return new RobustnessOptions(
                common, traffic, timeout, busy.map(OptionalInt::of).orElse(OptionalInt.empty()));
    }

    private static Optional<String> take(String option, List<String> arguments) {
        int index = arguments.indexOf(option);
        if (index < 0 || index + 1 == arguments.size()) {
            return Optional.empty();
        }
        arguments.remove(index);
        return Optional.of(arguments.remove(index));
    }

    /** Returns the options that a round depends on besides its seed. */
    String text() {
        return "%s --traffic %s --timeout %s --busy %s"
                .formatted(
                        common.text(),
                        traffic.orElse("any"),
                        timeout.map(Duration::toString).orElse("any"),
                        busy.isPresent() ? busy.getAsInt() : "any");
    }
}

package io.narrows.tests.robustness;

import io.narrows.tests.linearizability.RunOptions;
import java.time.Duration;
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

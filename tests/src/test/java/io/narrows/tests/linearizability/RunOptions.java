package io.narrows.tests.linearizability;

import io.narrows.tests.support.StoreProgram;
import java.time.Duration;
import java.util.List;
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
    /** Returns the options that a run depends on besides its seed. */
    public String text() {
        String kinds = faults.equals(List.of(Fault.Kind.values()))
                ? "all"
                : faults.stream().map(Fault.Kind::name).collect(Collectors.joining(","));
        return "--store %s --for %s --faults %s".formatted(program.label(), load, kinds);
    }
}

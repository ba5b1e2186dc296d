package io.narrows.tests.linearizability;

import io.narrows.testkit.program.SeedOption;
import io.narrows.tests.support.StoreProgram;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of every soak of stores. */
public final class StoreSoakOptions {
    @Mixin
    private SeedOption seed;

    @Option(
            names = "--store",
            defaultValue = "narrows",
            paramLabel = "PROGRAM",
            description = "narrows or etcd. Default: ${DEFAULT-VALUE}.")
    private StoreProgram program;

    @Option(
            names = "--faults",
            split = ",",
            paramLabel = "FAULT,...",
            description = "The faults to inject: ${COMPLETION-CANDIDATES}. Default: all.")
    private List<Fault.Kind> faults = List.of(Fault.Kind.values());

    /** @param file of a campaign: without {@code --seed}, its first run has the seed 1 */
    public RunOptions of(int count, Duration load, Optional<Path> file) {
        long first = file.isPresent() && !seed.isGiven() ? 1 : seed.seed();
        return new RunOptions(count, load, first, program, faults);
    }
}

package io.narrows.tests.linearizability;

import io.narrows.node.file.Directories;
import io.narrows.testkit.program.DurationConverter;
import io.narrows.testkit.program.Soak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Performs one {@link LinearizabilityRun} after another, each with a new seed, until one fails; with {@code --append FILE},
 * all runs of a {@link Campaign}.
 *
 * <p>{@code bin/soak linearizability --runs 50 --seed 7} runs it; it needs the JVM that {@code src/test/jvm/bin/java} starts.
 */
@Command(
        name = "linearizability",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Stores fail in every way while clients read, write and compare.")
public final class LinearizabilitySoak implements Soak {
    @Option(names = "--runs", defaultValue = "50", paramLabel = "N", description = "Runs. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--for",
            defaultValue = "25s",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long clients write during faults, in each run. Default: ${DEFAULT-VALUE}.")
    private Duration load;

    @Mixin
    private StoreSoakOptions stores;

    @Option(
            names = "--append",
            paramLabel = "FILE",
            description =
                    "Adds a line per run to this file, continues after a failure, and skips the seeds that the file already has"
                            + " for this commit.")
    private Path file;

    @Override
    public Integer call() throws IOException, InterruptedException {
        RunOptions options = stores.of(runs, load, Optional.ofNullable(file));
        if (file != null) {
            Campaign.Plan plan = new Campaign.Plan(
                    "linearizability",
                    options.count(),
                    options.seed(),
                    options.text(),
                    run -> new LinearizabilityRun(options, run, System.out));
            return new Campaign(plan, file, System.out).run() ? 0 : 1;
        }
        for (int run = 0; run < options.count(); run++) {
            Path directory = Files.createTempDirectory("linearizability");
            System.out.printf("run %d of %d, files and logs: %s%n", run + 1, options.count(), directory);
            if (!new LinearizabilityRun(options, run, System.out).run(directory).isEmpty()) {
                return 1;
            }
            Directories.delete(directory);
        }
        System.out.printf("linearizability: %d runs, no failure%n", options.count());
        return 0;
    }
}

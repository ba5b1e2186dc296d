package io.narrows.tests.linearizability;

import io.narrows.node.file.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Performs one {@link LinearizabilityRun} after another, each with a new seed, until one fails; with {@code --append FILE},
 * all runs of a {@link Campaign}.
 *
 * <p>{@code bin/soak linearizability --runs 50 --seed 7} runs it; it needs the JVM that {@code src/test/jvm/bin/java} starts.
 */
final class LinearizabilitySoak {
    private static final int RUNS = 50;

    private LinearizabilitySoak() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(args));
        Optional<Path> file = Campaign.takeFile(arguments);
        RunOptions options = RunOptions.parse("--runs", RUNS, arguments.toArray(String[]::new));
        if (file.isPresent()) {
            Campaign.Plan plan = new Campaign.Plan(
                    "linearizability",
                    options.count(),
                    options.seed(),
                    options.text(),
                    run -> new LinearizabilityRun(options, run, System.out));
            System.exit(new Campaign(plan, file.get(), System.out).run() ? 0 : 1);
        }
        for (int run = 0; run < options.count(); run++) {
            Path directory = Files.createTempDirectory("linearizability");
            System.out.printf("run %d of %d, files and logs: %s%n", run + 1, options.count(), directory);
            if (!new LinearizabilityRun(options, run, System.out).run(directory).isEmpty()) {
                System.exit(1);
            }
            Directories.delete(directory);
        }
        System.out.printf("linearizability: %d runs, no failure%n", options.count());
    }
}

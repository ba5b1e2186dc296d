package io.narrows.tests.robustness;

import io.narrows.node.file.Directories;
import io.narrows.tests.linearizability.Campaign;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Performs one {@link RobustnessRun} after another, each with a new seed, until one fails; with {@code --append FILE}, all
 * runs of a {@link Campaign}.
 *
 * <p>{@code bin/soak robustness --runs 50 --seed 7} runs it; it needs the JVM that {@code src/test/jvm/bin/java} starts.
 */
final class RobustnessSoak {
    private RobustnessSoak() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(args));
        Optional<Path> file = Campaign.takeFile(arguments);
        RobustnessOptions options = RobustnessOptions.parse(arguments);
        int count = options.common().count();
        if (file.isPresent()) {
            Campaign.Plan plan = new Campaign.Plan(
                    "robustness",
                    count,
                    options.common().seed(),
                    options.text(),
                    run -> new RobustnessRun(options, run, System.out));
            System.exit(new Campaign(plan, file.get(), System.out).run() ? 0 : 1);
        }
        for (int run = 0; run < count; run++) {
            Path directory = Files.createTempDirectory("robustness");
            System.out.printf("run %d of %d, files and logs: %s%n", run + 1, count, directory);
            if (!new RobustnessRun(options, run, System.out).run(directory).isEmpty()) {
                System.exit(1);
            }
            Directories.delete(directory);
        }
        System.out.printf("robustness: %d runs, no failure%n", count);
    }
}

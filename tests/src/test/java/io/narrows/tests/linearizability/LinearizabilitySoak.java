package io.narrows.tests.linearizability;

import io.narrows.node.file.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * One {@link LinearizabilityRun} after the other, each with another seed, until one fails; with {@code --append FILE}, all runs of a
 * {@link Campaign}.
 *
 * <p>{@code bin/soak linearizability --runs 50 --seed 7} runs it; it needs the JVM that {@code src/test/jvm/bin/java} starts.
 */
final class LinearizabilitySoak {
    private static final int RUNS = 50;

    private LinearizabilitySoak() {}

    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(args));
        int append = arguments.indexOf("--append");
        if (append >= 0 && append + 1 < arguments.size()) {
            Path file = Path.of(arguments.remove(append + 1));
            arguments.remove(append);
            if (!arguments.contains("--seed")) {
                arguments.addAll(List.of("--seed", "1"));
            }
            RunOptions options = RunOptions.parse("--runs", RUNS, arguments.toArray(String[]::new));
            System.exit(new Campaign(options, file, System.out).run() ? 0 : 1);
        }
        RunOptions options = RunOptions.parse("--runs", RUNS, args);
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

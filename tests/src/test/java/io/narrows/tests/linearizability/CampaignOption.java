package io.narrows.tests.linearizability;

import io.narrows.node.file.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The option that makes the runs of a soak a {@link Campaign}. Without it, a soak ends with the first run that fails. */
public final class CampaignOption {
    @Option(
            names = "--append",
            paramLabel = "FILE",
            description =
                    "Adds a line per run to this file, continues after a failure, and skips the seeds that the file already has"
                            + " for this commit.")
    private Path file;

    public Optional<Path> file() {
        return Optional.ofNullable(file);
    }

    /** Performs the runs; returns the exit code. The files of a run that fails are kept. */
    public int perform(Campaign.Plan plan) throws IOException, InterruptedException {
        if (file != null) {
            return new Campaign(plan, file, System.out).run() ? 0 : 1;
        }
        for (int run = 0; run < plan.count(); run++) {
            Path directory = Files.createTempDirectory(plan.soak());
            System.out.printf("run %d of %d, files and logs: %s%n", run + 1, plan.count(), directory);
            if (!plan.run().apply(run).run(directory).isEmpty()) {
                return 1;
            }
            Directories.delete(directory);
        }
        System.out.printf("%s: %d runs, no failure%n", plan.soak(), plan.count());
        return 0;
    }
}

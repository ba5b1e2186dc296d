package io.narrows.tests.linearizability;

import io.narrows.node.file.Directories;
import io.narrows.tests.support.Command;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** Runs that are recorded in a file; those that are there for this commit and these options are not run again. */
final class Campaign {
    private final RunOptions options;
    private final CampaignFile file;
    private final String commit;
    private final PrintStream out;

    Campaign(RunOptions options, Path file, PrintStream out) throws IOException {
        this.options = options;
        this.file = CampaignFile.open(file);
        this.commit = Command.run("git", "describe", "--always", "--dirty", "--exclude=*")
                .strip();
        this.out = out;
    }

    /** Runs what is left, and goes on after a failure; returns whether no run failed. */
    boolean run() throws IOException, InterruptedException {
        boolean good = true;
        for (int run = 0; run < options.count(); run++) {
            long seed = options.seed() + run;
            if (file.has(commit, options.text(), seed)) {
                out.printf("seed %d is there for %s%n", seed, commit);
            } else {
                good &= run(run, seed);
            }
        }
        out.println(file.totals());
        return good;
    }

    private boolean run(int number, long seed) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("linearizability");
        out.printf("run %d of %d, files and logs: %s%n", number + 1, options.count(), directory);
        LinearizabilityRun run = new LinearizabilityRun(options, number, out);
        String verdict;
        try {
            List<String> complaints = run.run(directory);
            verdict = complaints.isEmpty() ? "accepted" : "refused";
        } catch (RuntimeException broken) {
            broken.printStackTrace(out);
            verdict = "broken";
        }
        file.add(new CampaignLine(
                Instant.now().truncatedTo(ChronoUnit.SECONDS),
                commit,
                seed,
                options.text(),
                verdict,
                run.count(Outcome.OK),
                run.count(Outcome.FAILED),
                run.count(Outcome.UNKNOWN)));
        if (verdict.equals("accepted")) {
            Directories.delete(directory);
            return true;
        }
        return false;
    }
}

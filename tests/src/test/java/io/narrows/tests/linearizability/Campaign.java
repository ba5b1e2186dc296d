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
import java.util.function.IntFunction;

/** A campaign of runs, recorded in a file. Runs already recorded for this commit and these options are not repeated. */
public final class Campaign {

    /** One run of a campaign. */
    public interface Run {
        /**
         * Performs the run.
         *
         * @param directory for all files
         * @return the failures; none means success
         */
        List<String> run(Path directory) throws IOException, InterruptedException;

        /** Returns the number of operations with an outcome. */
        long count(Outcome outcome);
    }

    /**
     * The runs of a campaign.
     *
     * @param soak its name
     * @param seed of the first run; each has the next one
     * @param options that a run depends on besides its seed
     * @param run creates a run by its number, counted from 0
     */
    public record Plan(String soak, int count, long seed, String options, IntFunction<Run> run) {}

    private final Plan plan;
    private final CampaignFile file;
    private final String commit;
    private final PrintStream out;

    public Campaign(Plan plan, Path file, PrintStream out) throws IOException {
        this.plan = plan;
        this.file = CampaignFile.open(file);
        this.commit = Command.run("git", "describe", "--always", "--dirty", "--exclude=*")
                .strip();
        this.out = out;
    }

    /** Performs the remaining runs, continuing after failures; returns whether all succeeded. */
    public boolean run() throws IOException, InterruptedException {
        boolean good = true;
        for (int number = 0; number < plan.count(); number++) {
            long seed = plan.seed() + number;
            if (file.has(commit, plan.options(), seed)) {
                out.printf("seed %d is there for %s%n", seed, commit);
            } else {
                good &= run(number, seed);
            }
        }
        out.println(file.totals());
        return good;
    }

    private boolean run(int number, long seed) throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory(plan.soak());
        out.printf("run %d of %d, files and logs: %s%n", number + 1, plan.count(), directory);
        Run run = plan.run().apply(number);
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
                plan.options(),
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

package io.narrows.tests.linearizability;

import io.narrows.testkit.program.DurationConverter;
import io.narrows.testkit.program.Soak;
import java.io.IOException;
import java.time.Duration;
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

    @Mixin
    private CampaignOption campaign;

    @Override
    public Integer call() throws IOException, InterruptedException {
        RunOptions options = stores.of(runs, load, campaign.file());
        return campaign.perform(new Campaign.Plan(
                "linearizability",
                options.count(),
                options.seed(),
                options.text(),
                run -> new LinearizabilityRun(options, run, System.out)));
    }
}

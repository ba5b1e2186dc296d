package io.narrows.tests.robustness;

import io.narrows.testkit.program.DurationConverter;
import io.narrows.testkit.program.Soak;
import io.narrows.tests.linearizability.Campaign;
import io.narrows.tests.linearizability.CampaignOption;
import io.narrows.tests.linearizability.StoreSoakOptions;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Performs one {@link RobustnessRun} after another, each with a new seed, until one fails; with {@code --append FILE}, all
 * runs of a {@link Campaign}.
 *
 * <p>{@code bin/soak robustness --runs 50 --seed 7} runs it; it needs the JVM that {@code src/test/jvm/bin/java} starts.
 */
@Command(
        name = "robustness",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "etcd's own robustness tests: their traffic, their validation, our faults.")
public final class RobustnessSoak implements Soak {
    @Option(names = "--runs", defaultValue = "10", paramLabel = "N", description = "Runs. Default: ${DEFAULT-VALUE}.")
    private int runs;

    @Option(
            names = "--for",
            defaultValue = "15s",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long the traffic lasts, in each run. Default: ${DEFAULT-VALUE}.")
    private Duration load;

    @Mixin
    private StoreSoakOptions stores;

    @Mixin
    private CampaignOption campaign;

    @Option(names = "--traffic", paramLabel = "NAME", description = "One traffic. Default: the seed determines it.")
    private String traffic;

    @Option(
            names = "--timeout",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long clients wait for a response. Default: the seed determines it.")
    private Duration timeout;

    @Option(
            names = "--busy",
            paramLabel = "N",
            description = "Processes that only keep the processors busy. Default: the seed determines it.")
    private Integer busy;

    @Override
    public Integer call() throws IOException, InterruptedException {
        RobustnessOptions options = new RobustnessOptions(
                stores.of(runs, load, campaign.file()),
                Optional.ofNullable(traffic),
                Optional.ofNullable(timeout),
                busy == null ? OptionalInt.empty() : OptionalInt.of(busy));
        return campaign.perform(new Campaign.Plan(
                "robustness",
                runs,
                options.common().seed(),
                options.text(),
                run -> new RobustnessRun(options, run, System.out)));
    }
}

package io.narrows.tests.kubernetes;

import io.narrows.testkit.program.DurationConverter;
import io.narrows.testkit.program.SeedOption;
import io.narrows.testkit.program.Soak;
import io.narrows.tests.support.StoreProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A Kubernetes API server on three stores that fail, and on etcd. */
@Command(
        name = "kubernetes",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "A Kubernetes API server on three stores that fail, and on etcd.")
public final class KubernetesSoakCommand implements Soak {
    @Option(
            names = "--rounds",
            defaultValue = "1",
            paramLabel = "N",
            description = "Rounds, each with the next seed. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Option(
            names = "--for",
            defaultValue = "40s",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Duration of the load in each phase. Default: ${DEFAULT-VALUE}.")
    private Duration phase;

    @Mixin
    private SeedOption seed;

    /** etcd first, as the baseline for the API server's log. */
    @Option(
            names = "--store",
            split = ",",
            defaultValue = "etcd,narrows",
            paramLabel = "PROGRAM,...",
            description = "Stores of the API server in each round, one after the other. Default: ${DEFAULT-VALUE}.")
    private List<StoreProgram> stores;

    @Option(
            names = "--append",
            paramLabel = "FILE",
            description =
                    "Adds a line per round to this file, continues after a failure, and skips the seeds that the file already has"
                            + " for this commit.")
    private Path file;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Optional<Path> campaign = Optional.ofNullable(file);
        long first = campaign.isPresent() && !seed.isGiven() ? 1 : seed.seed();
        KubernetesOptions options = new KubernetesOptions(rounds, phase, first, stores, campaign);
        return new KubernetesSoak(options, System.out).run() ? 0 : 1;
    }
}

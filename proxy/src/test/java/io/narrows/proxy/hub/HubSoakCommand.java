package io.narrows.proxy.hub;

import io.narrows.testkit.program.DurationConverter;
import io.narrows.testkit.program.SeedOption;
import io.narrows.testkit.program.Soak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** One sidecar under many peers, some of them hostile. */
@Command(
        name = "hub",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "One sidecar under many peers, some of them hostile.")
public final class HubSoakCommand implements Soak {
    /** Maximum memory of a sidecar with the shipped limits, in bytes; docs/guide/operations.md. */
    private static final long SHIPPED_LIMIT = 1_392L << 20;

    @Spec
    private CommandSpec spec;

    @Option(
            names = "--for",
            defaultValue = "10m",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "Duration of the load, at most 1h. Default: ${DEFAULT-VALUE}.")
    private Duration time;

    @Option(
            names = "--peers",
            defaultValue = "90",
            paramLabel = "N",
            description = "Ordinary peers, 1 to 1000. Default: ${DEFAULT-VALUE}.")
    private int peers;

    @Option(
            names = "--hostile",
            defaultValue = "10",
            paramLabel = "N",
            description = "Hostile peers, 0 to 200. Default: ${DEFAULT-VALUE}.")
    private int hostile;

    @Option(
            names = "--connections",
            defaultValue = "40",
            paramLabel = "N",
            description = "Connections of each ordinary peer, 1 to 1000. Default: ${DEFAULT-VALUE}.")
    private int connections;

    @Option(
            names = "--extra",
            defaultValue = "0",
            paramLabel = "N",
            description =
                    "More connections of each ordinary peer, which may be refused, 0 to 1000. Default: ${DEFAULT-VALUE}.")
    private int extra;

    @Option(
            names = "--memory",
            paramLabel = "MB",
            description = "Puts the sidecar into a control group, 64 to 1048576.")
    private Integer memory;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call() throws IOException, InterruptedException {
        check("--peers", peers, 1, 1_000);
        check("--hostile", hostile, 0, 200);
        check("--connections", connections, 1, 1_000);
        check("--extra", extra, 0, 1_000);
        if (time.isNegative() || time.compareTo(Duration.ofHours(1)) > 0) {
            throw new ParameterException(spec.commandLine(), "--for " + time + " (expected: 0s-1h)");
        }
        if (memory != null) {
            check("--memory", memory, 64, 1 << 20);
        }
        long memoryBytes = memory == null ? 0 : (long) memory << 20;
        HubOptions options = new HubOptions(time, peers, hostile, connections, extra, memoryBytes, seed.seed());
        Path folder = Files.createTempDirectory("hub");
        System.out.println("files and logs: " + folder);
        Tally tally = new HubSoak(options, System.out)
                .run(Path.of("bin/narrows").toAbsolutePath(), folder, memory == null ? SHIPPED_LIMIT : memoryBytes);
        return tally.failed() == 0 ? 0 : 1;
    }

    private void check(String name, int number, int min, int max) {
        if (number < min || number > max) {
            throw new ParameterException(
                    spec.commandLine(), name + " " + number + " (expected: " + min + "-" + max + ")");
        }
    }
}

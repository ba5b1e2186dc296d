package io.narrows.tests.soak;

import io.narrows.testkit.program.DurationConverter;
import io.narrows.testkit.program.SeedOption;
import io.narrows.testkit.program.Soak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Sidecars, wires and packets fail while every byte is compared. */
@Command(
        name = "faults",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Sidecars, wires and packets fail while every byte is compared.")
public final class FaultSoakCommand implements Soak {
    @Option(
            names = "--for",
            defaultValue = "2m",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "How long. Default: ${DEFAULT-VALUE}.")
    private Duration time;

    @Mixin
    private SeedOption seed;

    @Option(
            names = "--connections",
            defaultValue = "50",
            paramLabel = "N",
            description = "Connections at a time. Default: ${DEFAULT-VALUE}.")
    private int connections;

    @Option(
            names = "--unpack",
            description = "Unpack what applications compressed, in each rule that compresses. Default: in some.")
    private boolean unpack;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("soak");
        System.out.println("files and logs: " + directory);
        SoakOptions options = new SoakOptions(time, seed.seed(), connections, unpack);
        return new FaultSoak(options, System.out).run(directory).failed() == 0 ? 0 : 1;
    }
}

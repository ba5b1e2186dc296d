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

/** Sidecars come and go in front of three running applications. */
@Command(
        name = "rolling",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Sidecars are installed, removed and killed in front of applications that compare every byte.")
public final class RollingSoakCommand implements Soak {
    @Option(
            names = "--schedules",
            defaultValue = "20",
            paramLabel = "N",
            description = "Random schedules. Default: ${DEFAULT-VALUE}.")
    private int schedules;

    @Option(
            names = "--for",
            defaultValue = "2h",
            paramLabel = "DURATION",
            converter = DurationConverter.class,
            description = "No schedule begins after this time. Default: ${DEFAULT-VALUE}.")
    private Duration limit;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("rolling");
        System.out.println("files and logs: " + directory);
        return new RollingSoak(seed.seed(), System.out).run(directory, schedules, limit) ? 0 : 1;
    }
}

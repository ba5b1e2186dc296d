package io.narrows.storage.db.crash;

import io.narrows.testkit.program.SeedOption;
import io.narrows.testkit.program.Soak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Databases lose power, and processes that write to them are killed. */
@Command(
        name = "db-kills",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Databases lose power, and processes that write to them are killed.")
public final class DbKillsSoak implements Soak {
    @Option(
            names = "--rounds",
            defaultValue = "2000",
            paramLabel = "N",
            description = "Rounds. Default: ${DEFAULT-VALUE}.")
    private int rounds;

    @Mixin
    private SeedOption seed;

    @Override
    public Integer call() throws IOException, InterruptedException {
        System.out.println("db-kills: seed " + seed.seed());
        Path folder = Files.createTempDirectory("narrows-db-kills");
        long start = System.nanoTime();
        KillTally tally = new DbKills(seed.seed(), folder).run(rounds);
        DbKills.delete(folder);
        System.out.printf("db-kills: %s, in %d s%n", tally, (System.nanoTime() - start) / 1_000_000_000);
        return 0;
    }
}

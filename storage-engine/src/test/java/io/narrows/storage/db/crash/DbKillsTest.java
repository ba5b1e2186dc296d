package io.narrows.storage.db.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** No acknowledged write is lost. {@code bin/soak db-kills --rounds 2000} runs longer, {@code --seed} repeats a run. */
@Tag("long")
class DbKillsTest {
    private static final int ROUNDS = 25;

    @TempDir
    Path folder;

    @Test
    void lossesOfPowerAndKilledProcesses_loseNothing() throws IOException, InterruptedException {
        long seed = Seed.of(DbKillsTest.class);

        KillTally tally = new DbKills(seed, folder).run(ROUNDS);

        System.out.println(tally);
        assertThat(tally.powerLosses).isGreaterThan(ROUNDS / 2);
        assertThat(tally.kills).isPositive();
        assertThat(tally.survived).as("batches that were read again").isPositive();
    }
}

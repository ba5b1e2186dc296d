package io.narrows.storage.db.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Nothing is lost that was acknowledged. {@code bin/soak db-kills --rounds 2000} does it for longer. */
class DbKillsTest {
    @TempDir
    Path folder;

    @Test
    void powerLosses() throws IOException, InterruptedException {
        Random seeds = new Random(seed("power losses"));
        KillTally tally = new KillTally();
        for (int round = 0; round < 20; round++) {
            new PowerLossRound(seeds.nextLong(), Files.createTempDirectory(folder, "round"), Engine.NARROWS, tally)
                    .run();
            tally.rounds++;
        }
        System.out.println(tally);
    }

    @Test
    void killedProcesses() throws IOException, InterruptedException {
        long seed = seed("killed processes");
        KillTally tally = new KillTally();
        new KillRound(seed, folder, Engine.NARROWS, tally).run(5);
        System.out.println(tally);
    }

    private static long seed(String what) {
        long seed = Long.getLong("narrows.db.seed", System.nanoTime());
        System.out.println("DbKillsTest, " + what + ": seed " + seed);
        return seed;
    }
}

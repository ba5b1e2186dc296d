package io.narrows.storage.db.crash;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/**
 * Runs rounds of both kinds: power losses, some of databases without a log, and occasionally killed processes. The same seed
 * repeats the same rounds, except for the scheduling of writer threads.
 *
 * <p>{@code bin/soak db-kills --rounds 2000 --seed 1} runs it alone.
 */
final class DbKills {
    private static final int KILLED_EVERY = 6;
    private static final int UNLOGGED_EVERY = 3;
    private static final int KILLS = 2;

    private final long seed;
    private final Path folder;
    private final KillTally tally = new KillTally();

    DbKills(long seed, Path folder) {
        this.seed = seed;
        this.folder = folder;
    }

    /** @throws AssertionError in the first round that loses something; the message has its seed */
    KillTally run(int rounds) throws IOException, InterruptedException {
        Random seeds = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            Path directory = Files.createTempDirectory(folder, "round");
            long own = seeds.nextLong();
            if (round % KILLED_EVERY == KILLED_EVERY - 1) {
                new KillRound(own, directory, Engine.NARROWS, tally).run(KILLS);
            } else {
                Engine engine = round % UNLOGGED_EVERY == 0 ? Engine.UNLOGGED : Engine.NARROWS;
                new PowerLossRound(own, directory, engine, tally).run();
            }
            tally.rounds++;
            delete(directory);
        }
        return tally;
    }

    static void delete(Path directory) throws IOException {
        List<Path> all;
        try (Stream<Path> paths = Files.walk(directory)) {
            all = paths.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }
}

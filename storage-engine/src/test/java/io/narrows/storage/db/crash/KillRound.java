package io.narrows.storage.db.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.db.model.Store;
import io.narrows.storage.db.model.StoreOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Processes that write to one database and are killed ({@link KilledWriter}): one after another, each after a number of
 * acknowledgments. All acknowledged writes must be present, synced or not, because the operating system survives.
 */
final class KillRound {
    private static final int MOST_WRITERS = 4;
    private static final int MOST_ACKNOWLEDGEMENTS = 3_000;

    private final long seed;
    private final Path folder;
    private final Engine engine;
    private final KillTally tally;
    private final Random random;
    private final Script script;

    KillRound(long seed, Path folder, Engine engine, KillTally tally) {
        this.seed = seed;
        this.folder = folder;
        this.engine = engine;
        this.tally = tally;
        this.random = new Random(seed);
        this.script = new Script(seed, 1 + random.nextInt(MOST_WRITERS));
    }

    /** @throws AssertionError if something is lost; the message has the seed */
    void run(int kills) throws IOException, InterruptedException {
        Path directory = folder.resolve("db");
        List<Long> counts = Collections.nCopies(script.writers().size(), 0L);
        for (int kill = 1; kill <= kills; kill++) {
            List<Long> acknowledged = killAfter(1 + random.nextInt(MOST_ACKNOWLEDGEMENTS), directory, counts);
            String context = "seed %d, kill %d, acknowledged %s".formatted(seed, kill, acknowledged);
            try (Store store = engine.open(directory, StoreOptions.random(random))) {
                counts = script.counts(store);
                for (int writer = 0; writer < counts.size(); writer++) {
                    // one more batch may have been written without its acknowledgment
                    assertThat(counts.get(writer))
                            .as("%s, writer %d", context, writer)
                            .isBetween(acknowledged.get(writer), acknowledged.get(writer) + 1);
                }
                script.requireExactly(store, counts, context);
            }
            tally.kills++;
        }
        tally.survived += counts.stream().mapToLong(Long::longValue).sum();
    }

    /** @return number of the last acknowledged batch per writer */
    private List<Long> killAfter(int lines, Path directory, List<Long> before)
            throws IOException, InterruptedException {
        Process process = start(directory);
        List<Long> last = new ArrayList<>(before);
        try (BufferedReader acknowledgements = process.inputReader()) {
            int read = 0;
            for (String line; (line = acknowledgements.readLine()) != null; read++) {
                if (read == lines) {
                    // not Process.destroyForcibly, which would discard the unread content of the pipe
                    process.toHandle().destroyForcibly();
                }
                String[] words = line.split(" ");
                last.set(Integer.parseInt(words[0]), Long.parseLong(words[1]));
                tally.acknowledged++;
            }
            assertThat(read)
                    .as("seed %d: lines of a process that ended by itself", seed)
                    .isGreaterThan(lines);
        } finally {
            process.destroyForcibly();
            process.waitFor();
        }
        return last;
    }

    private Process start(Path directory) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                KilledWriter.class.getName()));
        command.addAll(List.of(
                engine.name(),
                directory.toString(),
                Long.toString(seed),
                Integer.toString(script.writers().size()),
                Long.toString(random.nextLong())));
        return new ProcessBuilder(command)
                .redirectError(folder.resolve("stderr").toFile())
                .start();
    }
}

package io.narrows.storage.db.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.sst.block.KeyEncoding;
import io.narrows.storage.sst.rows.Row;
import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random databases give the same answers as sorted maps. For a long run:
 * {@code mvn -pl storage-engine -am test -Dtest=ModelTest -Dnarrows.db.runs=1000}; to repeat one,
 * {@code -Dnarrows.seed=N}.
 */
@Tag("long")
class ModelTest {
    private static final int RUNS = Integer.getInteger("narrows.db.runs", 3);
    private static final int STEPS = Integer.getInteger("narrows.db.steps", 400);

    @TempDir
    Path folder;

    @Test
    void alone_withTheEncodingThatRocksCannotRead() throws IOException {
        for (long seed : seeds("alone")) {
            Function<Random, StoreOptions> options = random -> {
                KeyEncoding[] encodings = KeyEncoding.values();
                return StoreOptions.random(random).withKeyEncoding(encodings[random.nextInt(encodings.length)]);
            };
            run(seed, options, List.of(EngineStore::open));
        }
    }

    @Test
    void withAndWithoutLogInTurn() throws IOException {
        for (long seed : seeds("with and without log in turn")) {
            readByRocks(run(seed, StoreOptions::random, List.of(EngineStore::openUnlogged, EngineStore::open)), seed);
        }
    }

    @Test
    void besideRocks() throws IOException {
        for (long seed : seeds("beside RocksDB")) {
            readByRocks(run(seed, StoreOptions::random, List.of(EngineStore::open), List.of(RocksStore::open)), seed);
        }
    }

    @Test
    void inTurnWithRocks() throws IOException {
        for (long seed : seeds("in turn with RocksDB")) {
            readByRocks(run(seed, StoreOptions::random, List.of(EngineStore::open, RocksStore::open)), seed);
        }
    }

    /** A directory and its rows by family. */
    private record Outcome(Path directory, Map<String, List<Row>> rows) {}

    /** @param openers for each directory, the engines that open it in turn */
    @SafeVarargs
    private List<Outcome> run(long seed, Function<Random, StoreOptions> options, List<Opener>... openers)
            throws IOException {
        Path parent = Files.createTempDirectory(folder, "run");
        List<Subject> subjects = new ArrayList<>();
        for (List<Opener> turns : openers) {
            subjects.add(new Subject(parent.resolve("db-" + subjects.size()), turns, new Random(seed)));
        }
        try (ModelRun run = new ModelRun(seed, parent, subjects, options)) {
            run.run(STEPS);
            return subjects.stream()
                    .map(subject -> new Outcome(subject.directory(), run.rows()))
                    .toList();
        }
    }

    private static void readByRocks(List<Outcome> outcomes, long seed) throws IOException {
        for (Outcome outcome : outcomes) {
            try (Store rocks = RocksStore.openReadOnly(outcome.directory())) {
                assertThat(rocks.families())
                        .as("seed %d", seed)
                        .isEqualTo(outcome.rows().keySet());
                for (String family : rocks.families()) {
                    assertThat(RowDifference.between(outcome.rows().get(family), rocks.rows(family)))
                            .as("seed %d, %s", seed, family)
                            .isEmpty();
                }
            }
        }
    }

    private static long[] seeds(String what) {
        long first = Seed.of("ModelTest, " + what);
        return Seed.isGiven()
                ? new long[] {first}
                : new Random(first).longs(RUNS).toArray();
    }
}

package io.narrows.storage.db.interop;

import static io.narrows.storage.db.interop.SameRows.assertReads;
import static io.narrows.storage.db.interop.SameRows.assertSame;

import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.io.TempDir;

/** RocksDB and our engine open one database in turn; each continues where the other was closed or killed. */
class RoundsTest {
    private static final int ROUNDS = 8;

    @TempDir
    Path folder;

    private final long seed = Seed.of(RoundsTest.class);
    private final Random random = new Random(seed);

    @RepeatedTest(2)
    void bothInTurn() throws IOException {
        Model model = new Model();
        Load load = new Load(random, model);
        Path directory = folder.resolve("0");
        for (int round = 0; round < ROUNDS; round++) {
            Path next = folder.resolve(String.valueOf(round + 1));
            boolean killed = random.nextBoolean();
            try (Store store = open(directory, round)) {
                assertReads(store, model.rows());
                change(store, model, load, round);
                if (killed) {
                    store.copyTo(next);
                }
            }
            directory = killed ? next : directory;
        }
        assertSame(new Ldb(directory).rows(), model.rows());
    }

    private static Store open(Path directory, int round) throws IOException {
        return round % 2 == 0
                ? NarrowsStore.open(directory, NarrowsSetup.SMALL)
                : RocksStore.open(directory, RocksSetup.SMALL);
    }

    private void change(Store store, Model model, Load load, int round) throws IOException {
        if (round < 3) {
            store.createFamily("family " + round);
            model.createFamily("family " + round);
        }
        load.run(store, random.nextInt(150));
        if (random.nextBoolean()) {
            store.flush();
        }
        if (random.nextInt(3) == 0) {
            store.compact();
        }
        load.run(store, random.nextInt(50));
    }
}

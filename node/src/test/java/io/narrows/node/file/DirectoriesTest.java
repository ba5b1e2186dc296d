package io.narrows.node.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoriesTest {
    private static final int SEEDS = 20;
    private static final int ROUNDS = 200;
    private static final int CREATORS = 4;

    @TempDir
    private Path folder;

    @Test
    void create_namesAreThereAfterPowerLoss() throws IOException {
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(Files.createDirectory(folder.resolve("live")), 1);

        Directories.create(disk.directory().resolve("a/b/c"));
        Directories.create(disk.directory().resolve("a/b/c"));

        for (int seed = 0; seed < SEEDS; seed++) {
            Path remains = folder.resolve("remains" + seed);
            disk.writeRemains(remains, seed, Damage.TAILS);
            assertThat(remains.resolve("a/b/c")).as("seed %d", seed).isDirectory();
        }
    }

    @Test
    void create_sharesParentsWithOthersThatCreateThem() throws Exception {
        CyclicBarrier together = new CyclicBarrier(CREATORS);
        ExecutorService creators = Executors.newFixedThreadPool(CREATORS);
        try {
            List<Future<?>> done = new ArrayList<>();
            for (int creator = 0; creator < CREATORS; creator++) {
                String name = "member-" + creator;
                done.add(creators.submit(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        together.await(10, TimeUnit.SECONDS); // less than for ever when another has failed
                        Directories.create(folder.resolve("round-" + round).resolve(name));
                    }
                    return null;
                }));
            }
            for (Future<?> creator : done) {
                creator.get();
            }
        } finally {
            creators.shutdownNow();
        }
        assertThat(folder.resolve("round-" + (ROUNDS - 1))).isDirectoryContaining(path -> true);
    }
}

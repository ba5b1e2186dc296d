package io.narrows.node.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletionService;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
        ExecutorService threads = Executors.newFixedThreadPool(CREATORS);
        CompletionService<Void> creators = new ExecutorCompletionService<>(threads);
        try {
            for (int creator = 0; creator < CREATORS; creator++) {
                String name = "member-" + creator;
                creators.submit(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        Path directory = folder.resolve("round-" + round).resolve(name);
                        together.await();
                        Directories.create(directory);
                        assertThat(directory).isDirectory();
                    }
                    return null;
                });
            }
            for (int creator = 0; creator < CREATORS; creator++) {
                creators.take().get(); // a failed one comes first, because the others wait for it
            }
        } finally {
            threads.shutdownNow();
        }
    }
}

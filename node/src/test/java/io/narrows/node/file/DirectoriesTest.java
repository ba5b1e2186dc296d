package io.narrows.node.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoriesTest {
    private static final int SEEDS = 20;

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
}

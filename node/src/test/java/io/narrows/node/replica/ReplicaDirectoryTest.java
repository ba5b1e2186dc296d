package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReplicaDirectoryTest {
    private static final int SEEDS = 20;

    @TempDir
    private Path folder;

    /** A killed process may have created it without forcing its name. */
    @Test
    void create_ofOneThatExists_forcesItsName() throws IOException {
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(Files.createDirectory(folder.resolve("live")), 1);
        ReplicaDirectory directory = new ReplicaDirectory(disk.directory());
        Files.createDirectory(directory.path());

        directory.create();

        for (int seed = 0; seed < SEEDS; seed++) {
            Path remains = folder.resolve("remains" + seed);
            disk.writeRemains(remains, seed, Damage.TAILS);
            assertThat(new ReplicaDirectory(remains).exists())
                    .as("seed %d", seed)
                    .isTrue();
        }
    }
}

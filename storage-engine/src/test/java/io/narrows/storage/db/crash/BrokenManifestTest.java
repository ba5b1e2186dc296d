package io.narrows.storage.db.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.WriteOptions;
import io.narrows.storage.db.WritesStoppedException;
import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import io.narrows.storage.db.crash.disk.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A family is dropped, forcing the MANIFEST fails, and writes are resumed. */
class BrokenManifestTest {
    private static final int SEEDS = 50;
    private static final byte[] KEY = {1};

    @TempDir
    Path folder;

    private ForgetfulFileSystem disk;

    @BeforeEach
    void wrap() throws IOException {
        disk = ForgetfulFileSystem.over(Files.createDirectory(folder.resolve("live")), 1);
    }

    @Test
    void resumed_writesToTheFamilySurvive() throws IOException {
        try (Db db = open(disk.directory())) {
            ColumnFamily family = db.createFamily("kept", FamilyOptions.DEFAULT);
            disk.faults().failAt(Operation.FORCE, 1);
            assertThatThrownBy(() -> db.dropFamily(family)).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> db.put(family, KEY, KEY)).isInstanceOf(WritesStoppedException.class);

            db.resume();
            db.put(family, KEY, KEY, WriteOptions.SYNC);

            for (int seed = 0; seed < SEEDS; seed++) {
                disk.writeRemains(folder.resolve("remains-" + seed), seed, Damage.TAILS);
            }
        }
        for (int seed = 0; seed < SEEDS; seed++) {
            try (Db db = open(folder.resolve("remains-" + seed))) {
                Optional<ColumnFamily> family = db.family("kept");
                assertThat(family).as("family, seed %d", seed).isPresent();
                assertThat(db.get(family.orElseThrow(), KEY))
                        .as("row, seed %d", seed)
                        .isPresent();
            }
        }
    }

    private static Db open(Path directory) throws IOException {
        return Db.open(directory.resolve("db"), DbOptions.defaults());
    }
}

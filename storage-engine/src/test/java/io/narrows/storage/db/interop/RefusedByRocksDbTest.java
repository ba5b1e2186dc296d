package io.narrows.storage.db.interop;

import static io.narrows.storage.db.interop.SameRows.assertReads;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.sst.block.KeyEncoding;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Keys encoded in three shared parts, which RocksDB does not support: it rejects the files instead of misreading them. */
class RefusedByRocksDbTest {
    private static final NarrowsSetup SETUP = NarrowsSetup.SMALL.table(
            "three shared parts", table -> table.withKeyEncoding(KeyEncoding.THREE_SHARED_PARTS));

    @TempDir
    Path folder;

    private Path directory;
    private Model model;

    @BeforeEach
    void fill() throws IOException {
        directory = folder.resolve("database");
        model = new Model();
        try (NarrowsStore ours = NarrowsStore.open(directory, SETUP)) {
            Load.seeded("RefusedByRocksDbTest", model).run(ours, 200);
            ours.flush();
        }
    }

    @Test
    void newRocksDb_refuses() {
        assertThatThrownBy(() -> RocksStore.open(directory, RocksSetup.SMALL))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Narrows.ThreeSharedParts");
    }

    @Test
    void oldRocksDb_refuses() {
        assertThatThrownBy(() -> new Ldb(directory).run("scan"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("format_version");
    }

    /** RocksDB's failed attempt has not lost a row. */
    @Test
    void refused_isStillRead() throws IOException {
        assertThatThrownBy(() -> RocksStore.open(directory, RocksSetup.SMALL)).isInstanceOf(IOException.class);

        try (NarrowsStore ours = NarrowsStore.open(directory, SETUP)) {
            assertReads(ours, model.rows());
        }
    }
}

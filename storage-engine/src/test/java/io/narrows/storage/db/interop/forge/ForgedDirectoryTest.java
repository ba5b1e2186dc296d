package io.narrows.storage.db.interop.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.db.interop.Ldb;
import io.narrows.storage.db.interop.RocksStore;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The unchanged directory is a valid database, so each fault alone causes its failure. */
class ForgedDirectoryTest {
    @TempDir
    Path directory;

    @BeforeEach
    void unchanged() throws IOException {
        new ForgedDirectory().write(directory);
    }

    @Test
    void oldRocksDb_readsIt() throws IOException {
        Ldb ldb = new Ldb(directory);

        assertThat(ldb.run("checkconsistency")).contains("OK");
        assertThat(Texts.of(ldb.rows())).isEqualTo(ForgedDirectory.rows());
    }

    @Test
    void newRocksDb_readsIt() throws IOException {
        try (RocksStore store = RocksStore.openReadOnly(directory)) {
            assertThat(Texts.of(store.rows())).isEqualTo(ForgedDirectory.rows());
        }
    }
}

package io.narrows.storage.db.interop.forge;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.db.interop.Ldb;
import io.narrows.storage.db.interop.RocksStore;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is forged is a database as long as nobody changes a field, so that the faults are what is wrong with it. */
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

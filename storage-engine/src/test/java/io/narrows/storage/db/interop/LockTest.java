package io.narrows.storage.db.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.Slice;
import io.narrows.storage.sst.rows.Row;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Only one of several processes can write, whether RocksDB's or ours; others can read. */
class LockTest {
    private static final Row ROW = new Row(Slice.of("key"), Slice.of("value"));

    @TempDir
    Path directory;

    @Test
    void whileWeWrite_rocksDbReadsOnly() throws IOException {
        Ldb ldb = new Ldb(directory);
        try (NarrowsStore ours = NarrowsStore.open(directory, NarrowsSetup.SMALL)) {
            ours.write(List.of(new Change.Put("default", ROW.key(), ROW.value())));

            assertThatThrownBy(() -> ldb.put("default", ROW.key(), Slice.of("theirs")))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("While lock file");
            assertThat(ldb.rows()).isEqualTo(Map.of("default", List.of(ROW)));
            assertThat(ours.rows()).isEqualTo(Map.of("default", List.of(ROW)));
        }
    }

    @Test
    void whileRocksDbWrites_weReadOnly() throws IOException {
        try (WritingProcess process = WritingProcess.start("rocksdb", directory)) {
            process.awaitBatch(10);

            assertThatThrownBy(() -> NarrowsStore.open(directory, NarrowsSetup.SMALL))
                    .isInstanceOf(IOException.class)
                    .hasMessageContainingAll(directory.resolve("LOCK").toString(), "another process");
        }
    }
}

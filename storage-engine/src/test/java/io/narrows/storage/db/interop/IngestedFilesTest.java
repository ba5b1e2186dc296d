package io.narrows.storage.db.interop;

import static io.narrows.storage.db.interop.SameRows.assertReads;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codecs;
import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.sst.TableOptions;
import io.narrows.storage.sst.TableWriter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of our writer that we ingest, whose sequence number is only in the MANIFEST, have the same age for RocksDB as for
 * us.
 */
class IngestedFilesTest {
    private static final Codecs CODECS = Codecs.load();
    private static final int ROWS = 200;

    @TempDir
    Path folder;

    private Path directory;
    private Model model;

    @BeforeEach
    void ingest() throws IOException {
        directory = folder.resolve("database");
        model = new Model();
        try (NarrowsStore ours = NarrowsStore.open(directory, NarrowsSetup.DEFAULTS)) {
            put(ours, "old");
            ours.ingest("default", file());
            put(ours, 3, "newest");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isReadByRocksDb(boolean compacted) throws IOException {
        try (RocksStore theirs = RocksStore.open(directory, RocksSetup.IDLE)) {
            if (compacted) {
                theirs.compact();
            }
            assertReads(theirs, model.rows());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isReadByOldRocksDb(boolean compacted) throws IOException {
        Ldb ldb = new Ldb(directory);
        if (compacted) {
            ldb.run("compact");
        }
        assertThat(ldb.run("checkconsistency")).contains("OK");
        assertThat(ldb.rows()).isEqualTo(model.rows());
    }

    private void put(Store store, String value) throws IOException {
        for (int i = 0; i < ROWS; i++) {
            put(store, i, value);
        }
    }

    private void put(Store store, int i, String value) throws IOException {
        List<Change> batch = List.of(new Change.Put("default", key(i), Slice.of(value)));
        store.write(batch);
        model.apply(batch);
    }

    /** Writes every other key, deletes one in ten of them, and deletes a range. */
    private Path file() throws IOException {
        Path file = folder.resolve("ours.sst");
        List<Change> changes = new ArrayList<>();
        try (TableWriter writer = TableWriter.create(file, TableOptions.DEFAULT.withIngestion(true), CODECS)) {
            changes.add(new Change.DeleteRange("default", key(101), key(121)));
            writer.deleteRange(key(101), key(121), 0);
            for (int i = 0; i < ROWS; i += 2) {
                if (i % 20 == 0) {
                    changes.add(new Change.Delete("default", key(i)));
                    writer.add(key(i), 0, EntryType.DELETE, Slice.EMPTY);
                } else {
                    changes.add(new Change.Put("default", key(i), Slice.of("ingested")));
                    writer.put(key(i), Slice.of("ingested"));
                }
            }
            writer.finish();
        }
        model.apply(changes);
        return file;
    }

    private static Slice key(int i) {
        return Slice.of("key%04d".formatted(i));
    }
}

package io.narrows.storage.db.interop;

import static io.narrows.storage.db.interop.SameRows.assertReads;
import static io.narrows.storage.db.interop.SameRows.assertSame;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Checkpoint;
import org.rocksdb.RocksDBException;

/** Checkpoints are independent databases, for the other engine too. */
class CheckpointsTest {
    @TempDir
    Path folder;

    @Test
    void ours_isReadByRocksDb() throws IOException {
        Path checkpoint = folder.resolve("checkpoint");
        try (NarrowsStore ours = NarrowsStore.open(folder.resolve("live"), NarrowsSetup.SMALL)) {
            Model model = Past.live(ours, folder);
            Map<String, ?> rows = model.rows();
            ours.database().checkpoint(checkpoint);
            Load.seeded("CheckpointsTest", model).run(ours, 50); // not in the checkpoint
            ours.compact();

            Ldb ldb = new Ldb(checkpoint);
            assertThat(ldb.run("checkconsistency")).contains("OK");
            assertThat(ldb.rows()).isEqualTo(rows);
            try (RocksStore theirs = RocksStore.open(checkpoint, RocksSetup.SMALL)) {
                theirs.verifyChecksums();
                assertThat(theirs.rows()).isEqualTo(rows);
            }
        }
    }

    @Test
    void rocksDbs_isReadByUs() throws IOException, RocksDBException {
        Path directory = folder.resolve("checkpoint");
        Model model;
        try (RocksStore theirs = RocksStore.open(folder.resolve("live"), RocksSetup.SMALL);
                Checkpoint checkpoint = Checkpoint.create(theirs.database())) {
            model = Past.live(theirs, folder);
            checkpoint.createCheckpoint(directory.toString());
        }

        try (NarrowsStore ours = NarrowsStore.open(directory, NarrowsSetup.SMALL)) {
            assertReads(ours, model.rows());
            ours.compact();
            assertSame(ours.rows(), model.rows());
        }
    }
}

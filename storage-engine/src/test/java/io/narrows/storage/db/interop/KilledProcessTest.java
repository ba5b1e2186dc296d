package io.narrows.storage.db.interop;

import static io.narrows.storage.db.interop.SameRows.assertReads;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.storage.Slice;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process of one engine is killed while writing; the other engine finds all acknowledged writes, and no partial batch. */
class KilledProcessTest {
    private static final int BATCHES = 3_000;

    @TempDir
    Path directory;

    @Test
    void rocksDbKilled_isReadByUs() throws IOException {
        int acknowledged = writeUntilKilled("rocksdb");

        try (NarrowsStore ours = NarrowsStore.open(directory, NarrowsSetup.SMALL)) {
            assertReadsPrefix(ours, acknowledged);
        }
    }

    @Test
    void weKilled_areReadByRocksDb() throws IOException {
        int acknowledged = writeUntilKilled("narrows");

        try (RocksStore theirs = RocksStore.open(directory, RocksSetup.SMALL)) {
            assertReadsPrefix(theirs, acknowledged);
        }
    }

    private int writeUntilKilled(String engine) throws IOException {
        try (WritingProcess process = WritingProcess.start(engine, directory)) {
            return process.killAfter(BATCHES);
        }
    }

    private static void assertReadsPrefix(Store store, int acknowledged) throws IOException {
        Slice last = store.get("default", Slice.of(WritingProcess.LAST)).orElseThrow();
        int written = Integer.parseInt(new String(last.toByteArray(), StandardCharsets.UTF_8));

        assertThat(written).isGreaterThanOrEqualTo(acknowledged).isGreaterThanOrEqualTo(BATCHES);
        assertReads(store, WritingProcess.model(written).rows());
    }
}

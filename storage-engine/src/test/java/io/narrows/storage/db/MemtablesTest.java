package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.sst.BlockCache;
import io.narrows.storage.version.Tables;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MemtablesTest {
    @TempDir
    private Path directory;

    private Tables tables;
    private Memtables memtables;

    @BeforeEach
    void create() {
        DbOptions options = DbOptions.defaults();
        Counters counters = new Counters(1);
        tables = new Tables(directory, options.codecs(), BlockCache.ofBytes(0));
        memtables = new Memtables(
                new Families(directory, tables),
                new Wal(directory, counters),
                () -> 1,
                new BackgroundError(options.listener(), counters),
                counters,
                options,
                () -> {});
    }

    @AfterEach
    void close() throws IOException {
        tables.close();
    }

    /** A file is added to level 0 between a compaction and the write that waited for it: the database is still open. */
    @Test
    void writeThatHadRoomForAMoment_goesOn() {
        Iterator<Boolean> rooms = List.of(false, true, false).iterator();

        assertThatCode(() -> memtables.await(StallReason.LEVEL0, rooms::next)).doesNotThrowAnyException();
    }

    @Test
    void writeThatWouldWaitAfterTheClose_isRefused() {
        memtables.close();

        assertThatThrownBy(() -> memtables.await(StallReason.LEVEL0, () -> false))
                .isInstanceOf(ClosedDatabaseException.class);
    }
}

package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.compaction.CompactionFilterFactory;
import io.narrows.storage.support.HeldFlushes;
import io.narrows.storage.support.StallSignal;
import io.narrows.storage.support.StartedWork;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests which flushes a caller waits for, and that closing ends the wait of a write. */
class FlushWaitTest {
    private static final long PATIENCE_SECONDS = 30;
    private static final long A_WHILE_MILLIS = 100;
    private static final int SMALL_MEMTABLE = 64 << 10;

    @TempDir
    private Path directory;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void flush_doesNotWaitForWritesAfterIt(boolean ownLog) throws Exception {
        HeldFlushes held = new HeldFlushes();
        try (Db db = open(held, ownLog);
                held) {
            put(db, "a");
            CompletableFuture<Void> first = flush(db);
            held.awaitBegun(1);
            put(db, "b");
            CompletableFuture<Void> second = flush(db);
            Awaitility.await().until(() -> sealed(db) == 2);

            held.allow();

            first.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            held.awaitBegun(1);
            assertThat(second).isNotDone();
            held.allow();
            second.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Otherwise it would return before the writes are on disk. */
    @Test
    void flush_waitsForWritesThatAnotherFlushHasSealed() throws Exception {
        HeldFlushes held = new HeldFlushes();
        try (Db db = open(held, false);
                held) {
            put(db, "a");
            CompletableFuture<Void> first = flush(db);
            held.awaitBegun(1);

            CompletableFuture<Void> second = flush(db);

            assertThatThrownBy(() -> second.get(A_WHILE_MILLIS, TimeUnit.MILLISECONDS))
                    .isInstanceOf(TimeoutException.class);
            held.allow();
            first.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            second.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** A stalled write would otherwise go on once the flush is done, and delay the end of the process. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void close_refusesAWriteThatWaitsForAFlush(boolean discards) throws Exception {
        StallSignal stall = new StallSignal();
        HeldFlushes held = new HeldFlushes();
        FamilyOptions small = FamilyOptions.DEFAULT
                .withCompactionFilter(held)
                .withWriteBufferSize(SMALL_MEMTABLE)
                .withMaxWriteBuffers(2);
        Db db = Db.open(
                directory.resolve("db"),
                DbOptions.defaults().withOwnLog(false).withOtherFamilies(small).withListener(stall));
        try (held) {
            CompletableFuture<Void> writing = StartedWork.start(() -> {
                while (true) {
                    db.put(ColumnFamily.DEFAULT, new byte[SMALL_MEMTABLE], "1".getBytes());
                }
            });
            stall.await();

            CompletableFuture<Void> closing = StartedWork.start(discards ? db::discard : db::close);

            assertThatThrownBy(() -> writing.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the database is closed");
            assertThat(closing).as("while a flush is running").isNotDone();
            held.close();
            closing.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private Db open(CompactionFilterFactory filters, boolean ownLog) throws IOException {
        FamilyOptions family = FamilyOptions.DEFAULT.withCompactionFilter(filters);
        return Db.open(
                directory.resolve("db"), DbOptions.defaults().withOwnLog(ownLog).withOtherFamilies(family));
    }

    private static void put(Db db, String key) throws IOException {
        db.put(ColumnFamily.DEFAULT, key.getBytes(), "1".getBytes());
    }

    private static CompletableFuture<Void> flush(Db db) {
        return StartedWork.start(db::flush);
    }

    private static long sealed(Db db) throws IOException {
        return db.statistics().families().get(0).immutableMemtables();
    }
}

package io.narrows.storage.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.CompactionFilterFactory;
import io.narrows.storage.compaction.OtherEntries;
import io.narrows.storage.sst.TableProperties;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
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

            held.allowed.release();

            first.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            held.awaitBegun(1);
            assertThat(second).isNotDone();
            held.allowed.release();
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
            held.allowed.release();
            first.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            second.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** A stalled write would otherwise go on once the flush is done, and delay the end of the process. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void close_refusesAWriteThatWaitsForAFlush(boolean discards) throws Exception {
        CountDownLatch stalled = new CountDownLatch(1);
        HeldFlushes held = new HeldFlushes();
        FamilyOptions small = FamilyOptions.DEFAULT
                .withCompactionFilter(held)
                .withWriteBufferSize(SMALL_MEMTABLE)
                .withMaxWriteBuffers(2);
        Db db = Db.open(
                directory.resolve("db"),
                DbOptions.defaults().withOwnLog(false).withOtherFamilies(small).withListener(signalingStalls(stalled)));
        try (held) {
            CompletableFuture<Void> writing = started(() -> {
                while (true) {
                    db.put(ColumnFamily.DEFAULT, new byte[SMALL_MEMTABLE], "1".getBytes());
                }
            });
            assertThat(stalled.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

            CompletableFuture<Void> closing = started(discards ? db::discard : db::close);

            assertThatThrownBy(() -> writing.get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("the database is closed");
            assertThat(closing).as("while a flush is running").isNotDone();
            held.close();
            closing.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private static DbListener signalingStalls(CountDownLatch stalled) {
        return new DbListener() {
            @Override
            public void onStallBegin(StallReason reason) {
                stalled.countDown();
            }
        };
    }

    private interface Work {
        void run() throws IOException;
    }

    private static CompletableFuture<Void> started(Work work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        new Thread(() -> {
                    try {
                        work.run();
                        done.complete(null);
                    } catch (IOException | RuntimeException e) {
                        done.completeExceptionally(e);
                    }
                })
                .start();
        return done;
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
        return CompletableFuture.runAsync(
                () -> {
                    try {
                        db.flush();
                    } catch (IOException e) {
                        throw new AssertionError(e);
                    }
                },
                task -> new Thread(task).start());
    }

    private static long sealed(Db db) throws IOException {
        return db.statistics().families().get(0).immutableMemtables();
    }

    /** Filters that drop nothing; each flush waits until it is allowed. */
    private static final class HeldFlushes implements CompactionFilterFactory, AutoCloseable {
        private final CompactionFilterFactory keeping = new ThresholdFilters(CompactionFilter.Decision.KEEP);
        private final Semaphore begun = new Semaphore(0);
        private final Semaphore allowed = new Semaphore(0);

        void awaitBegun(int flushes) throws InterruptedException {
            assertThat(begun.tryAcquire(flushes, PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .isTrue();
        }

        @Override
        public CompactionFilter filter(List<TableProperties> inputs, OtherEntries others) throws IOException {
            begun.release();
            allowed.acquireUninterruptibly();
            return keeping.filter(inputs, others);
        }

        /** Allows all flushes, so that the database can be closed. */
        @Override
        public void close() {
            allowed.release(Integer.MAX_VALUE / 2);
        }

        @Override
        public long sequence() {
            return keeping.sequence();
        }

        @Override
        public boolean dropsMost(TableProperties file, long newestProtected) {
            return false;
        }

        @Override
        public boolean supersedes(TableProperties file) {
            return false;
        }
    }
}

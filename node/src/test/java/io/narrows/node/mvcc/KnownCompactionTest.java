package io.narrows.node.mvcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import io.narrows.storage.support.HeldFlushes;
import io.narrows.storage.support.StartedWork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KnownCompactionTest {
    @TempDir
    private Path directory;

    private final KnownCompaction known = new KnownCompaction();

    @Test
    void revision_isKnownOnceItIsFlushed() throws IOException {
        try (Db db = Db.open(directory, DbOptions.defaults())) {
            db.put(db.defaultFamily(), new byte[] {1}, new byte[] {2});

            known.raise(5, db);

            assertThat(db.fileEntries(db.defaultFamily())).isOne();
            assertThat(known.point()).isEqualTo(new KnownCompaction.Point(5, 1));
        }
    }

    @Test
    void revision_isUnknownIfItCannotBeFlushed() throws IOException {
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(directory, 1);
        try (Db db = Db.open(disk.directory().resolve("db"), DbOptions.defaults())) {
            db.put(db.defaultFamily(), new byte[] {1}, new byte[] {2});
            disk.faults().losePower();

            assertThatThrownBy(() -> known.raise(5, db)).isInstanceOf(IOException.class);

            assertThat(known.point()).isEqualTo(KnownCompaction.Point.NONE);
        } catch (IOException e) {
            // the database cannot be closed without power
        }
    }

    /** Its memtables may lack the revision; a crash after it would lose the revision, but not what a filter has dropped. */
    @Test
    void flushThatHasBegun_doesNotUseTheRevision() throws Exception {
        List<Long> knownByFlushes = new CopyOnWriteArrayList<>();
        HeldFlushes held =
                new HeldFlushes(() -> knownByFlushes.add(known.pointOfFlushes().revision()));
        DbOptions options = DbOptions.defaults().withOwnLog(false);
        options = options.withFamily("default", options.of("default").withCompactionFilter(held));
        try (Db db = Db.open(directory, options);
                held) {
            putVersion(db, 2);
            CompletableFuture<Void> flush = StartedWork.start(db::flush);
            held.awaitBegun(1);
            putVersion(db, 3);
            Thread raising = new Thread(() -> unchecked(() -> known.raise(5, db)));
            raising.start();
            while (raising.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }

            held.close();

            raising.join();
            flush.join();
            assertThat(knownByFlushes).containsExactly(-1L, 5L);
        }
    }

    private static void putVersion(Db db, long revision) throws IOException {
        db.put(
                db.defaultFamily(),
                VersionKey.of(Requests.bytes("key"), revision),
                Version.tombstone(revision, 0).encoded());
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void unchecked(Work work) {
        try {
            work.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void lowerRevision_changesNothing() throws IOException {
        try (Db db = Db.open(directory, DbOptions.defaults())) {
            known.raise(5, db);
            KnownCompaction.Point before = known.point();

            known.raise(4, db);

            assertThat(known.point()).isEqualTo(before);
        }
    }
}

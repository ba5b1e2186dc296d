package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.delete;
import static io.narrows.node.mvcc.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.KeyValue;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.compaction.CompactionFilter;
import io.narrows.storage.compaction.CompactionFilterFactory;
import io.narrows.storage.compaction.LevelOptions;
import io.narrows.storage.db.CompactionStatistics;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the space that compacted revisions take in files, on several levels. */
@Tag("long")
class ObsolescenceTest {
    private static final int KEYS = 200;

    private static final KeyspaceOptions OPTIONS = KeyspaceOptions.defaults()
            .withFamily(FamilyOptions.DEFAULT
                    .withWriteBufferSize(64 << 10)
                    .withLevels(
                            LevelOptions.DEFAULT.withTargetFileSize(16 << 10, 1).withMaxBytesForLevel(64 << 10, 3)));

    @TempDir
    private Path directory;

    private final Random random = new Random(1);
    private Keyspace keyspace;
    private long index;

    @BeforeEach
    void open() throws IOException {
        keyspace = Keyspace.open(directory, OPTIONS);
    }

    @AfterEach
    void close() throws IOException {
        keyspace.close();
    }

    @Test
    void filesWithManyObsoleteVersions_areCompacted() throws Exception {
        putAll(20);

        compactAndAwait();

        assertThat(entries("keys")).isBetween((long) KEYS, 2L * KEYS);
        assertThat(entries("revisions")).isBetween((long) KEYS, 2L * KEYS + 1000);
    }

    @Test
    void space_isFreedWithoutARequestForIt() throws Exception {
        putAll(50);

        compact();

        await().atMost(Duration.ofMinutes(1)).until(() -> entries("keys") <= 2L * KEYS);
        assertThat(entries("keys")).isGreaterThanOrEqualTo(KEYS);
    }

    @Test
    void versionsThatAreObsoleteInMemory_areNotWritten() throws Exception {
        try (Store store = Store.open(directory.resolve("store"), OPTIONS)) {
            WriteBatch batch = new WriteBatch();
            for (long revision = 2; revision <= 5; revision++) {
                store.putVersion(batch, bytes("key"), Version.tombstone(revision, 0));
            }
            store.putState(batch, new StateRecord(Applied.NOTHING, 5, 5));
            store.db().write(batch, WriteOptions.DEFAULT);

            store.obsolescence().raise(5, store.db());

            assertThat(store.db().fileEntries(store.db().family(Store.KEYS).orElseThrow()))
                    .isOne();
        }
    }

    /** Otherwise a flush would search {@code keys} for each of them, and writes wait for flushes. */
    @Test
    void changes_areNotLookedUpByFlushes() throws Exception {
        try (Store store = Store.open(directory.resolve("store"), OPTIONS)) {
            WriteBatch batch = new WriteBatch();
            for (long revision = 2; revision <= 5; revision++) {
                store.putVersion(batch, bytes("key"), Version.tombstone(revision, 0));
            }
            store.putState(batch, new StateRecord(Applied.NOTHING, 5, 2)); // too few to start a compaction of files
            store.db().write(batch, WriteOptions.DEFAULT);
            store.obsolescence().lookUpIn(() -> {
                throw new IOException("a flush looks up versions");
            });
            store.obsolescence().raise(2, store.db());
            store.db().write(batch, WriteOptions.DEFAULT);

            store.db().flush();

            assertThat(store.db().backgroundError()).isEmpty();
        }
    }

    /** Each change is examined when it is compacted, and obsolete only later. */
    @Test
    void changesOfVersionsThatBecomeObsolete_goWithTheNextOnes() throws Exception {
        for (int round = 0; round < 30; round++) {
            putAll(1);
            compactAndAwait();
        }

        assertThat(entries("keys")).isLessThanOrEqualTo(2L * KEYS);
        assertThat(entries("revisions")).isLessThanOrEqualTo(4L * KEYS + 1000);
    }

    @Test
    void deletedKeys_leaveNothing() throws Exception {
        putAll(5);
        compactAndAwait();
        deleteAll();
        putOne("last");

        compactAndAwait();

        assertThat(entries("keys")).isOne();
        keyspace.rewrite();
        assertThat(entries("revisions")).isOne();
    }

    /** The deletions alone are too small for the last level; at the borders of files, a few stay with their versions. */
    @Test
    void deletions_inALevelAboveTheLast_goDownToTheirVersions() throws Exception {
        keyspace.close();
        LevelOptions small = LevelOptions.DEFAULT.withTargetFileSize(2 << 10, 1).withMaxBytesForLevel(4 << 10, 3);
        keyspace = Keyspace.open(directory, OPTIONS.withFamily(OPTIONS.family().withLevels(small)));
        putAll(2);
        compact();
        keyspace.rewrite();
        long before = writtenAboveTheLastLevel();
        deleteAll();
        putOne("last");

        compactAndAwait();

        assertThat(writtenAboveTheLastLevel()).isGreaterThan(before);
        assertThat(entries("keys")).isLessThan(KEYS / 4);
    }

    @Test
    void deletion_doesNotRevealAnOlderVersionInAnotherFile() throws Exception {
        putOne("a");
        db().compact(keys());
        deleteOne("a");
        putOne("b");

        compactAndAwait();

        assertThat(keyspace.get(bytes("a"), 0)).isEmpty();
        keyspace.rewrite();
        assertThat(keyspace.get(bytes("a"), 0)).isEmpty();
        assertThat(entries("keys")).isOne();
    }

    @Test
    void view_keepsItsRevisions() throws Exception {
        putAll(3);
        try (View view = keyspace.view()) {
            long revision = view.revision();
            int hash = view.hashKv(0);
            putAll(3);

            compactAndAwait();
            keyspace.rewrite();

            assertThat(view.hashKv(0)).isEqualTo(hash);
            int[] changes = {0};
            view.forEachRevision((main, sub, tombstone, keyValue) -> changes[0]++);
            assertThat(changes[0]).isEqualTo(3 * KEYS);
            assertThat(view.revision()).isEqualTo(revision);
        }
        keyspace.rewrite();
        assertThat(entries("keys")).isEqualTo(KEYS);
        assertThat(entries("revisions")).isEqualTo(KEYS);
    }

    @Test
    void history_openDuringTheCompaction_hasAllEvents() throws Exception {
        putAll(2);
        try (History history = keyspace.history(2)) {
            history.next();

            compactAndAwait();
            keyspace.rewrite();

            long revision = 2;
            do {
                Event event = history.event();
                assertThat(event.getKv().getModRevision()).isEqualTo(revision++);
            } while (history.next());
            assertThat(revision).isEqualTo(2 + 2 * KEYS);
        }
    }

    @Test
    void views_openedAfterTheCompaction_doNotDelayIt() throws Exception {
        putAll(20);
        compact();
        try (View view = keyspace.view()) {
            keyspace.cleared(keyspace.compactRevision()).get();

            assertThat(entries("keys")).isLessThanOrEqualTo(2L * KEYS);
            assertThat(view.get(bytes("key7"))).isPresent();
        }
    }

    /** Each file has versions that the view sees, which are obsolete, and later ones. */
    @Test
    void viewThatStaysOpen_letsFilesBeRewrittenOnce_notAtEachCompaction() throws Exception {
        putAll(20);
        try (View view = keyspace.view()) {
            putAll(1);
            compactAndAwait();
            db().compact(keys());
            long size = db().statistics().storedBytes();
            long before = db().statistics().compactedBytes();

            for (int round = 0; round < 5; round++) {
                putOne("key0");
                compactAndAwait();
            }

            assertThat(db().statistics().compactedBytes() - before).isLessThan(size);
            assertThat(view.get(bytes("key7"))).isPresent();
        }
        db().awaitFiltered(keys(), () -> false);
        assertThat(entries("keys")).isLessThan(4L * KEYS);
    }

    @Test
    void viewThatIsClosed_freesWhatItKept() throws Exception {
        putAll(20);
        try (View view = keyspace.view()) {
            putOne("key0");
            compactAndAwait();
            assertThat(entries("keys")).isGreaterThanOrEqualTo(20L * KEYS);
            assertThat(view.get(bytes("key7"))).isPresent();
        }

        db().awaitFiltered(keys(), () -> false);

        assertThat(entries("keys")).isLessThan(4L * KEYS);
    }

    @Test
    void reopening_continues() throws Exception {
        putAll(20);
        db().flush();
        long revision = keyspace.revision();
        keyspace.close();
        try (Store store = Store.open(directory.resolve("1"), OPTIONS)) {
            WriteBatch batch = new WriteBatch();
            store.putState(batch, new StateRecord(new Applied(1, index), revision, revision));
            store.db().write(batch, WriteOptions.DEFAULT);
            ColumnFamily family = store.db().family(Store.KEYS).orElseThrow();
            assertThat(store.db().fileEntries(family))
                    .as("nothing is freed yet")
                    .isEqualTo(20L * KEYS);
        }

        open();
        keyspace.cleared(revision).get();

        assertThat(entries("keys")).isBetween((long) KEYS, 2L * KEYS);
    }

    @Test
    void countOfChanges_isForgottenAtTheNextCompactRevision() throws Exception {
        try (Store store = Store.open(directory.resolve("store"), OPTIONS)) {
            Db db = store.db();
            ColumnFamily changes = db.family(Store.REVISIONS).orElseThrow();
            WriteBatch kept = new WriteBatch();
            for (long revision = 2; revision <= 100; revision++) {
                KeyValue key = KeyValue.newBuilder()
                        .setKey(bytes("key" + revision))
                        .setCreateRevision(revision)
                        .setModRevision(revision)
                        .setVersion(1)
                        .build();
                store.putVersion(kept, key.getKey(), Version.of(key, 0));
            }
            db.write(kept, WriteOptions.DEFAULT);
            store.obsolescence().raise(100, db);
            db.compact(changes);
            WriteBatch many = new WriteBatch();
            for (long revision = 101; revision <= 3000; revision++) {
                many.put(changes, RevisionKey.of(revision, 0), new byte[] {'k'});
            }
            db.write(many, WriteOptions.DEFAULT);
            db.flush();
            store.obsolescence().push(db);

            store.obsolescence().raise(150, db);

            CompactionFilterFactory filters =
                    db.options(changes).compactionFilter().orElseThrow();
            assertThat(db.fileProperties(changes))
                    .hasSize(2)
                    .noneMatch(file -> filters.shrinks(file, CompactionFilter.NOTHING_PROTECTED));
        }
    }

    private void putAll(int times) throws IOException, EtcdException {
        for (int time = 0; time < times; time++) {
            for (int key = 0; key < KEYS; key++) {
                putOne("key" + key);
            }
        }
    }

    private void putOne(String key) throws IOException, EtcdException {
        byte[] value = new byte[60];
        random.nextBytes(value);
        Change change = keyspace.change(new Applied(1, ++index));
        change.put(put(key, HexFormat.of().formatHex(value)));
        change.commit();
    }

    private void deleteAll() throws IOException, EtcdException {
        for (int key = 0; key < KEYS; key++) {
            deleteOne("key" + key);
        }
    }

    private void deleteOne(String key) throws IOException, EtcdException {
        Change change = keyspace.change(new Applied(1, ++index));
        change.deleteRange(delete(key, ""));
        change.commit();
    }

    private void compact() throws IOException, EtcdException {
        Change change = keyspace.change(new Applied(1, ++index));
        change.compact(keyspace.revision());
        change.commit();
    }

    private void compactAndAwait() throws Exception {
        compact();
        keyspace.cleared(keyspace.compactRevision()).get();
    }

    /** Returns bytes that compactions have written into the levels between level 0 and the last one. */
    private long writtenAboveTheLastLevel() throws IOException {
        List<CompactionStatistics> levels = db().statistics().compactions();
        return levels.subList(1, levels.size() - 1).stream()
                .mapToLong(CompactionStatistics::bytesWritten)
                .sum();
    }

    private Db db() {
        return keyspace.db();
    }

    private ColumnFamily keys() {
        return db().family("keys").orElseThrow();
    }

    private long entries(String family) throws IOException {
        return db().fileEntries(db().family(family).orElseThrow());
    }
}

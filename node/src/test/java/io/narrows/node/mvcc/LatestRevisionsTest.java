package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.delete;
import static io.narrows.node.mvcc.Requests.get;
import static io.narrows.node.mvcc.Requests.put;
import static io.narrows.node.mvcc.Requests.range;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.storage.ColumnFamily;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.CacheStatistics;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.FamilyOptions;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.db.WriteOptions;
import io.narrows.storage.db.WritesStoppedException;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import io.narrows.storage.db.crash.disk.Operation;
import io.narrows.storage.iterate.DbIterator;
import io.narrows.storage.version.DbState;
import io.narrows.storage.version.FamilyState;
import io.narrows.storage.version.FileNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what {@link LatestRevisions} gains, and that a database of a release without it is completed. */
class LatestRevisionsTest {
    private static final KeyspaceOptions UNCACHED = KeyspaceOptions.defaults().withLatestBytes(0);
    private static final int DEAD = 300;

    /** Keys of a thousand bytes whose entries take three batches. */
    private static final int MANY = 2500;

    private static final RangeRequest ALL = range("\0", "\0");

    @TempDir
    private Path directory;

    private long index;

    @Test
    void range_amongDeletedKeys_readsNoneOfTheirVersions() throws Exception {
        try (Keyspace keyspace = Keyspace.open(directory, UNCACHED)) {
            String large = "x".repeat(5000);
            for (int i = 0; i < DEAD; i++) {
                change(keyspace, "dead" + i, large);
                change(keyspace, "dead" + i, large);
            }
            remove(keyspace, "dead", "deae");
            change(keyspace, "deadlock", large);
            keyspace.flush();

            long before = requestedBlocks(keyspace);
            assertThat(keyspace.range(ALL).getKvsList())
                    .extracting(KeyValue::getKey)
                    .containsExactly(bytes("deadlock"));
            assertThat(requestedBlocks(keyspace) - before).isLessThan(DEAD / 10);
        }
    }

    @Test
    void get_ofAKeyThatNeverWas_readsNoVersions() throws Exception {
        try (Keyspace keyspace = Keyspace.open(directory, UNCACHED)) {
            for (int file = 0; file < 3; file++) {
                change(keyspace, "a", "1");
                change(keyspace, "c", "2");
                keyspace.flush();
            }

            long before = requestedBlocks(keyspace);
            assertThat(keyspace.range(get("b")).getKvsList()).isEmpty();
            assertThat(requestedBlocks(keyspace) - before).isLessThan(3); // the state, before and after the lookup
        }
    }

    @Test
    void range_atAnEarlierRevision_hasWhatLivedThen() throws Exception {
        try (Keyspace keyspace = Keyspace.open(directory, UNCACHED)) {
            change(keyspace, "a", "1"); // revision 2
            change(keyspace, "b", "2");
            change(keyspace, "a", "3");
            remove(keyspace, "b", "");

            assertThat(values(keyspace, ALL.toBuilder().setRevision(3).build())).containsExactly("1", "2");
            assertThat(values(keyspace, ALL.toBuilder().setRevision(4).build())).containsExactly("3", "2");
            assertThat(values(keyspace, ALL)).containsExactly("3");
            assertThat(values(keyspace, get("a", 2))).containsExactly("1");
            assertThat(values(keyspace, get("b", 4))).containsExactly("2");
            assertThat(values(keyspace, get("b"))).isEmpty();
        }
    }

    @Test
    void databaseWithoutTheFamily_isCompletedOnce() throws Exception {
        fill();
        try (Db db = database()) {
            dropFamily(db);
        }

        assertThatItIsComplete();
    }

    @Test
    void databaseThatCannotBeCompleted_isReadWithoutTheFamily() throws Exception {
        try (Keyspace keyspace = Keyspace.open(directory, UNCACHED)) {
            change(keyspace, "a", "x".repeat(5000)); // fills a block
            change(keyspace, "b", "2");
        }
        try (Db db = database()) {
            dropFamily(db);
        }
        Path file = fileOfKeys();
        byte[] content = Files.readAllBytes(file);
        byte[] damaged = content.clone();
        damaged[10] ^= 1;
        Files.write(file, damaged);

        try (Keyspace keyspace = Keyspace.open(directory, UNCACHED)) {
            assertThat(values(keyspace, get("b"))).containsExactly("2");
            change(keyspace, "c", "3");
            assertThat(values(keyspace, get("c"))).containsExactly("3");
        }
        Files.write(file, content);
        try (Keyspace keyspace = Keyspace.open(directory, UNCACHED)) {
            assertThat(values(keyspace, range("b", "\0"))).containsExactly("2", "3");
        }
        try (Db db = database()) {
            assertThat(entries(db)).containsExactly("a 2", "b 3", "c 4");
        }
    }

    @Test
    void databaseWhoseDiskWasFullWhenTheFamilyWasFlushed_isCompletedOnce() throws Exception {
        fill();
        try (Db db = database()) {
            dropFamily(db);
        }
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(directory, 1);
        disk.faults().failAt(Operation.CREATE, createdByAnOpening() + 1);

        try (Keyspace keyspace = Keyspace.open(disk.directory(), UNCACHED)) {
            assertThat(keyspace.statistics().backgroundErrors()).isOne();
            assertThat(values(keyspace, ALL)).containsExactly("1", "4", "5");
            keyspace.flush();
        }
        assertThatItIsComplete();
    }

    /** The disk is full while the first of several memtables is flushed, and has space again once writes resume. */
    @Test
    void databaseWhoseDiskWasFullBefore_isReadWithoutTheFamily_andWritable() throws Exception {
        KeyspaceOptions small = UNCACHED.withFamily(
                FamilyOptions.DEFAULT.withWriteBufferSize(64 << 10).withMaxWriteBuffers(2));
        String prefix = "k".repeat(1000);
        try (Keyspace keyspace = Keyspace.open(directory, UNCACHED)) {
            for (int i = 0; i < MANY; i++) {
                change(keyspace, prefix + i, "1");
            }
        }
        try (Db db = database()) {
            dropFamily(db);
        }
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(directory, 1);
        disk.faults().failAt(Operation.CREATE, createdByAnOpening() + 1);

        try (Keyspace keyspace = Keyspace.open(disk.directory(), small)) {
            assertThat(values(keyspace, ALL)).hasSize(MANY);
            change(keyspace, "a", "2");
            keyspace.flush();
            assertThat(values(keyspace, get("a"))).containsExactly("2");
            assertThat(new LatestRevisions(keyspace.db(), latest(keyspace.db())).isCompleteAt(keyspace.revision()))
                    .isFalse();
        }
        try (Keyspace keyspace = Keyspace.open(directory, UNCACHED)) {
            assertThat(values(keyspace, ALL)).hasSize(MANY + 1);
        }
        try (Db db = database()) {
            assertThat(entries(db)).hasSize(MANY + 1);
        }
    }

    @Test
    void databaseWhoseDiskStaysFull_isNotOpened_andCompletedOnceThereIsSpace() throws Exception {
        fill();
        try (Db db = database()) {
            dropFamily(db);
        }
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(directory, 1);
        disk.faults().failFrom(Operation.CREATE, createdByAnOpening() + 1);

        assertThatThrownBy(() -> Keyspace.open(disk.directory(), UNCACHED))
                .isInstanceOf(WritesStoppedException.class)
                .hasMessageContaining("CREATE was made to fail")
                .satisfies(failure -> assertThat(failure.getSuppressed())
                        .as("of the attempt to resume writes")
                        .hasSize(1));

        assertThatItIsComplete();
    }

    /** Returns the number of files that opening the database creates. */
    private long createdByAnOpening() throws IOException {
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(directory, 1);
        Db db = Db.open(disk.directory().resolve("1"), UNCACHED.database());
        long created = disk.faults().operations(Operation.CREATE);
        db.close();
        return created;
    }

    /** An earlier release opens the database, but does not write to the family. */
    @Test
    void databaseChangedWithoutTheFamily_isCompletedOnce() throws Exception {
        fill();
        try (Db db = database()) {
            LatestRevisions latest = new LatestRevisions(db, latest(db));
            WriteBatch batch = new WriteBatch();
            latest.putComplete(batch, 3);
            latest.delete(batch, bytes("a"));
            latest.put(batch, bytes("b"), 2);
            latest.put(batch, bytes("deleted"), 3);
            latest.put(batch, bytes("z"), 3);
            db.write(batch, WriteOptions.DEFAULT);
            db.flush();
        }

        assertThatItIsComplete();
    }

    private void fill() throws IOException, EtcdException {
        try (Keyspace keyspace = Keyspace.open(directory, UNCACHED)) {
            change(keyspace, "a", "1");
            change(keyspace, "b", "2");
            change(keyspace, "deleted", "3");
            change(keyspace, "b", "4");
            remove(keyspace, "deleted", "");
            change(keyspace, "c", "5");
        }
    }

    private void assertThatItIsComplete() throws IOException, EtcdException {
        try (Keyspace keyspace = Keyspace.open(directory, UNCACHED)) {
            assertThat(values(keyspace, ALL)).containsExactly("1", "4", "5");
            assertThat(values(keyspace, get("deleted"))).isEmpty();
            change(keyspace, "a", "6");
            assertThat(keyspace.get(bytes("a"), 0).orElseThrow().getVersion()).isEqualTo(2);
            remove(keyspace, "b", "c");
            assertThat(values(keyspace, ALL)).containsExactly("6", "5");
        }
        try (Db db = database()) {
            assertThat(entries(db)).containsExactly("a 8", "c 7");
            assertThat(new LatestRevisions(db, latest(db)).isCompleteAt(9)).isTrue();
        }
    }

    private static void dropFamily(Db db) throws IOException {
        db.dropFamily(latest(db));
        db.delete(db.defaultFamily(), LatestRevisions.COMPLETE);
        db.flush();
    }

    private static List<String> entries(Db db) throws IOException {
        List<String> entries = new ArrayList<>();
        try (DbIterator at = db.iterator(latest(db), ReadOptions.DEFAULT)) {
            for (at.seekToFirst(); at.isValid(); at.next()) {
                entries.add(new String(at.key().toByteArray(), UTF_8) + " " + LatestRevisions.decoded(at.value()));
            }
        }
        return entries;
    }

    private Path fileOfKeys() throws IOException {
        Path database = directory.resolve("1");
        FamilyState keys = DbState.read(database).families().values().stream()
                .filter(family -> family.name().equals(Store.KEYS))
                .findAny()
                .orElseThrow();
        return FileNames.existingTable(database, keys.version().level(0).get(0).number());
    }

    private Db database() throws IOException {
        return Db.open(directory.resolve("1"), UNCACHED.database());
    }

    private static ColumnFamily latest(Db db) {
        return db.family(Store.LATEST).orElseThrow();
    }

    private static long requestedBlocks(Keyspace keyspace) throws IOException {
        CacheStatistics cache = keyspace.statistics().blockCache();
        return cache.hits() + cache.misses();
    }

    private static List<String> values(Keyspace keyspace, RangeRequest request) throws IOException, EtcdException {
        return keyspace.range(request).getKvsList().stream()
                .map(found -> found.getValue().toStringUtf8())
                .toList();
    }

    private void change(Keyspace keyspace, String key, String value) throws IOException, EtcdException {
        Change change = keyspace.change(new Applied(1, ++index));
        change.put(put(key, value));
        change.commit();
    }

    private void remove(Keyspace keyspace, String from, String end) throws IOException, EtcdException {
        Change change = keyspace.change(new Applied(1, ++index));
        change.deleteRange(delete(from, end));
        change.commit();
    }
}

package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.KeyValue;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.db.WriteOptions;
import io.narrows.storage.db.crash.disk.Damage;
import io.narrows.storage.db.crash.disk.ForgetfulFileSystem;
import io.narrows.storage.db.crash.disk.Operation;
import io.narrows.storage.log.CorruptLogException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests keyspaces whose files are damaged or replaced. */
final class KeyspaceGenerationsTest {
    @TempDir
    private Path directory;

    private Keyspace keyspace;
    private long index;

    @BeforeEach
    void open() throws IOException {
        keyspace = Keyspace.open(data(), KeyspaceOptions.defaults());
    }

    @AfterEach
    void close() throws IOException {
        keyspace.close();
    }

    @Test
    void replace_ofDamagedFiles_fails_andLeavesThisOneAsItWas_alsoAfterARestart() throws Exception {
        Path copy = directory.resolve("copy");
        keyspace.checkpoint(copy);
        damage(manifestOf(copy), 20);
        putValue("a");

        assertThatThrownBy(() -> keyspace.replace(filesOf(copy)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("MANIFEST");

        assertThat(keyspace.get(bytes("a"), 0)).isPresent();
        keyspace.close();
        keyspace = Keyspace.open(data(), KeyspaceOptions.defaults());
        assertThat(keyspace.get(bytes("a"), 0)).isPresent();
        assertThat(namesIn(data())).containsExactly("1");
    }

    @Test
    void replace_byFilesWithoutTheEndOfTheirLog_fails() throws Exception {
        Path copy = directory.resolve("copy");
        try (Store old = openWithLog(directory.resolve("old"))) {
            putValue(old, "a", 1);
            putValue(old, "b", 2);
            old.db().checkpoint(copy);
        }
        damage(logOf(copy), 20);

        assertThatThrownBy(() -> keyspace.replace(filesOf(copy))).isInstanceOf(CorruptLogException.class);
    }

    @Test
    void replacedDatabase_isDeleted_whenNobodyReadsItAnyMore() throws Exception {
        keyspace.checkpoint(directory.resolve("empty"));
        putValue("a");

        try (View view = keyspace.view()) {
            keyspace.replace(filesOf(directory.resolve("empty")));

            assertThat(view.get(bytes("a"))).isPresent();
            assertThat(namesIn(data())).containsExactly("1", "2");
        }

        assertThat(namesIn(data())).containsExactly("2");
    }

    @Test
    void replacedDatabase_isDeletedWithoutAFlush() throws Exception {
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(Files.createDirectory(directory.resolve("live")), 1);
        try (Keyspace other = Keyspace.open(disk.directory().resolve("db"), KeyspaceOptions.defaults())) {
            other.checkpoint(disk.directory().resolve("empty"));
            Change change = other.change(new Applied(1, 1));
            change.put(put("a", "value"));
            change.commit();
            View reader = other.view();
            other.replace(filesOf(disk.directory().resolve("empty")));
            long created = disk.faults().operations(Operation.CREATE);

            reader.close();

            assertThat(namesIn(disk.directory().resolve("db"))).containsExactly("2");
            assertThat(disk.faults().operations(Operation.CREATE)).isEqualTo(created);
        }
    }

    @Test
    void newKeyspace_keepsItsName_afterAFailureOfTheMachine() throws Exception {
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(Files.createDirectory(directory.resolve("live")), 1);
        try (Keyspace other = Keyspace.open(disk.directory().resolve("db"), KeyspaceOptions.defaults())) {
            other.skip(new Applied(1, 5));
            other.flush();
            for (int seed = 0; seed < 5; seed++) {
                disk.writeRemains(directory.resolve("remains-" + seed), seed, Damage.TAILS);
            }
        }

        for (int seed = 0; seed < 5; seed++) {
            try (Keyspace left =
                    Keyspace.open(directory.resolve("remains-" + seed).resolve("db"), KeyspaceOptions.defaults())) {
                assertThat(left.applied()).isEqualTo(new Applied(1, 5));
            }
        }
    }

    @Test
    void logOfAnEarlierRelease_isReplayed_andThenEmpty() throws Exception {
        keyspace.close();
        Store old = openWithLog(data().resolve("1"));
        putValue(old, "a", 1);
        old.db().close();

        keyspace = Keyspace.open(data(), KeyspaceOptions.defaults());

        assertThat(keyspace.applied()).isEqualTo(new Applied(1, 1));
        assertThat(keyspace.get(bytes("a"), 0)).isPresent();
        assertThat(Files.size(logOf(data().resolve("1")))).isZero();
        index = 1;
        putValue("b");
        assertThat(Files.size(logOf(data().resolve("1")))).isZero();
    }

    @Test
    void damagedEndOfALogOfAnEarlierRelease_isDropped() throws Exception {
        keyspace.close();
        Store old = openWithLog(data().resolve("1"));
        putValue(old, "a", 1);
        long whole = Files.size(logOf(data().resolve("1")));
        putValue(old, "b", 2);
        old.db().close();
        damage(logOf(data().resolve("1")), (int) whole + 10);

        keyspace = Keyspace.open(data(), KeyspaceOptions.defaults());

        assertThat(keyspace.applied()).isEqualTo(new Applied(1, 1));
        assertThat(keyspace.get(bytes("a"), 0)).isPresent();
        assertThat(keyspace.get(bytes("b"), 0)).isEmpty();
    }

    @Test
    void databaseThatCannotBeOpened_isSetAside() throws Exception {
        putValue("a");
        keyspace.close();
        damage(manifestOf(data().resolve("1")), 20);

        keyspace = Keyspace.open(data(), KeyspaceOptions.defaults());

        assertThat(keyspace.applied()).isEqualTo(new Applied(0, -1));
        assertThat(namesIn(data())).containsExactly("1.damaged", "2");
        keyspace.close();
        keyspace = Keyspace.open(data(), KeyspaceOptions.defaults());
        assertThat(namesIn(data())).as("it is kept").containsExactly("1.damaged", "2");
    }

    /** Otherwise the files would lack what readers need until the compaction is applied again. */
    @Test
    void compactionThatFilesHaveSeen_survivesAFailureOfTheMachine() throws Exception {
        Path live = Files.createDirectory(directory.resolve("live"));
        ForgetfulFileSystem disk = ForgetfulFileSystem.over(live, 1);
        try (Store store = Store.open(disk.directory().resolve("1"), KeyspaceOptions.defaults())) {
            putValue(store, "a", 1);
            putValue(store, "a", 2);
            compactAt3(store);
            disk.writeRemains(directory.resolve("remains"), 1, Damage.TAILS);
        }

        try (Store store = Store.open(directory.resolve("remains/1"), KeyspaceOptions.defaults())) {
            Db db = store.db();
            assertThat(FileRevisions.compacted(
                            db.fileProperties(db.family(Store.KEYS).orElseThrow())))
                    .isEqualTo(3);
            assertThat(store.state(ReadOptions.DEFAULT).compacted()).isEqualTo(3);
        }
    }

    /** A compaction of files may run before the compact revision is announced. */
    @Test
    void filesThatAreRewrittenAfterReopening_stillHaveTheCompactRevision() throws Exception {
        putValue("a");
        putValue("a");
        keyspace.close();
        Path database = data().resolve("1");
        try (Store store = Store.open(database, KeyspaceOptions.defaults())) {
            compactAt3(store);
        }

        try (Store store = Store.open(database, KeyspaceOptions.defaults())) {
            Db db = store.db();
            db.compact(db.family(Store.KEYS).orElseThrow());

            assertThat(FileRevisions.compacted(
                            db.fileProperties(db.family(Store.KEYS).orElseThrow())))
                    .isEqualTo(3);
        }
        keyspace = Keyspace.open(data(), KeyspaceOptions.defaults());
    }

    /** Compacts at revision 3, and then the files of keys. */
    private static void compactAt3(Store store) throws IOException {
        Db db = store.db();
        WriteBatch batch = new WriteBatch();
        store.putState(batch, new StateRecord(new Applied(1, 3), 3, 3));
        db.write(batch, WriteOptions.DEFAULT);
        store.obsolescence().raise(3, db);
        db.compact(db.family(Store.KEYS).orElseThrow());
    }

    /** Opens a database as earlier versions did, which wrote a log. They did not flush it on close, so close its {@link Db}. */
    private static Store openWithLog(Path database) throws IOException {
        return Store.open(database, KeyspaceOptions.defaults().database().withOwnLog(true), 0, false);
    }

    private static void putValue(Store store, String key, long index) throws IOException {
        long revision = index + 1;
        KeyValue made = KeyValue.newBuilder()
                .setKey(bytes(key))
                .setCreateRevision(revision)
                .setModRevision(revision)
                .setVersion(1)
                .build();
        WriteBatch batch = new WriteBatch();
        store.putVersion(batch, made.getKey(), Version.of(made, 0));
        store.putState(batch, new StateRecord(new Applied(1, index), revision, -1));
        store.db().write(batch, WriteOptions.DEFAULT);
    }

    private Path data() {
        return directory.resolve("store");
    }

    private void putValue(String key) throws IOException, EtcdException {
        Change change = keyspace.change(new Applied(1, ++index));
        change.put(put(key, "value"));
        change.commit();
    }

    private static List<String> namesIn(Path folder) throws IOException {
        return filesOf(folder).stream()
                .map(path -> path.getFileName().toString())
                .sorted()
                .toList();
    }

    private static Path manifestOf(Path database) throws IOException {
        return onlyFile(database, "MANIFEST-.*");
    }

    private static Path logOf(Path database) throws IOException {
        return onlyFile(database, ".*[.]log");
    }

    private static Path onlyFile(Path database, String name) throws IOException {
        List<Path> found = filesOf(database).stream()
                .filter(path -> path.getFileName().toString().matches(name))
                .toList();
        assertThat(found).hasSize(1);
        return found.get(0);
    }

    /** Flips a byte, which invalidates the checksum of its record. */
    private static void damage(Path file, int at) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[at] ^= 0x55;
        Files.write(file, bytes);
    }

    private static List<Path> filesOf(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }
}

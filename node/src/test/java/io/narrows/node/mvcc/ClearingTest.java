package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.delete;
import static io.narrows.node.mvcc.Requests.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.node.error.EtcdException;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.db.WriteOptions;
import io.narrows.storage.iterate.DbIterator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClearingTest {
    @TempDir
    private Path directory;

    private Keyspace keyspace;
    private long index;

    @BeforeEach
    void open() throws IOException {
        keyspace = Keyspace.open(directory, KeyspaceOptions.defaults());
    }

    @AfterEach
    void close() throws IOException {
        keyspace.close();
    }

    @Test
    void leavesTheLastVersionOfEachKey() throws Exception {
        putEach(5, "a", "b");

        compact(keyspace.revision());

        assertThat(versions()).isEqualTo(2);
        assertThat(changes()).isEqualTo(2);
        assertThat(keyspace.get(bytes("a"), 0).orElseThrow().getVersion()).isEqualTo(5);
    }

    @Test
    void leavesNothingOfAKeyThatIsDeleted() throws Exception {
        putEach(5, "a");
        deleteKey("a");
        putEach(1, "b");

        compact(keyspace.revision());

        assertThat(versions()).isOne();
        assertThat(changes()).isOne();
    }

    @Test
    void leavesADeletionAtItsRevision_untilTheNextCompaction() throws Exception {
        putEach(5, "a");
        deleteKey("a");
        compact(keyspace.revision());
        int atDeletion = versions();
        putEach(1, "b");

        compact(keyspace.revision());

        assertThat(atDeletion).isOne();
        assertThat(versions()).isOne();
        assertThat(changes()).isOne();
        assertThat(keyspace.get(bytes("b"), 0)).isPresent();
    }

    @Test
    void leavesTheDeletionAtTheCompactRevisionAndWhatIsYounger() throws Exception {
        putEach(5, "a");
        deleteKey("a");
        putEach(2, "a");

        compact(keyspace.revision() - 2);

        assertThat(versions()).isEqualTo(3);
        assertThat(keyspace.get(bytes("a"), keyspace.revision() - 2)).isEmpty();
        assertThat(keyspace.get(bytes("a"), keyspace.revision() - 1)).isPresent();
    }

    @Test
    void clearsWhatAnEarlierCompactionHasKept() throws Exception {
        putEach(3, "a", "b");
        compact(keyspace.revision());
        deleteKey("b");
        putEach(1, "a");

        compact(keyspace.revision());

        assertThat(versions()).isOne();
        assertThat(changes()).isOne();
    }

    @Test
    void clearsMoreVersionsOfAKeyThanABatchHolds() throws Exception {
        putEach(2500, "a");
        deleteKey("a");
        putEach(1, "b");

        compact(keyspace.revision());

        assertThat(versions()).isOne();
        assertThat(changes()).isOne();
    }

    @Test
    void continuesAfterReopening() throws Exception {
        putEach(50, "a", "b");
        long compacted = keyspace.revision();
        keyspace.close();
        try (Db db = Db.open(directory.resolve("1"), KeyspaceOptions.defaults().database())) {
            WriteBatch batch = new WriteBatch();
            batch.put(
                    db.defaultFamily(),
                    new byte[] {'s'},
                    new StateRecord(new Applied(1, index), compacted, compacted).encoded());
            db.write(batch, WriteOptions.DEFAULT);
        }

        open();
        keyspace.cleared(compacted).get(1, TimeUnit.MINUTES);

        assertThat(versions()).isEqualTo(2);
    }

    @Test
    void failure_isReportedToThoseWhoWait() throws Exception {
        try (Store store = Store.open(directory.resolve("store"), KeyspaceOptions.defaults())) {
            WriteBatch batch = new WriteBatch();
            for (long revision = 2; revision <= 5; revision++) {
                store.putVersion(batch, bytes("a"), Version.tombstone(revision, 0));
            }
            store.putState(batch, new StateRecord(Applied.NOTHING, 5, 5));
            store.db().write(batch, WriteOptions.DEFAULT);
            store.obsolescence().lookUpIn(() -> {
                throw new IOException("no versions");
            });

            try (Clearing clearing = Clearing.start(store, () -> 5)) {
                CompletableFuture<Void> cleared = clearing.upTo(5);

                assertThatThrownBy(() -> cleared.get(1, TimeUnit.MINUTES)).hasCauseInstanceOf(IOException.class);
            }
        }
    }

    @Test
    void tellsNobodyThatItIsDoneWhenItIsNot() throws Exception {
        putEach(1, "a");

        assertThat(keyspace.cleared(keyspace.revision())).isNotDone();
    }

    private void putEach(int times, String... keys) throws IOException, EtcdException {
        for (int time = 0; time < times; time++) {
            for (String key : keys) {
                Change change = keyspace.change(new Applied(1, ++index));
                change.put(put(key, "value"));
                change.commit();
            }
        }
    }

    private void deleteKey(String key) throws IOException, EtcdException {
        Change change = keyspace.change(new Applied(1, ++index));
        change.deleteRange(delete(key, ""));
        change.commit();
    }

    private void compact(long revision) throws Exception {
        Change change = keyspace.change(new Applied(1, ++index));
        change.compact(revision);
        change.commit();
        keyspace.cleared(revision).get(1, TimeUnit.MINUTES);
    }

    private int versions() throws IOException {
        return entries("keys");
    }

    private int changes() throws IOException {
        return entries("revisions");
    }

    private int entries(String family) throws IOException {
        int count = 0;
        Db db = keyspace.db();
        try (DbIterator at = db.iterator(db.family(family).orElseThrow(), ReadOptions.DEFAULT)) {
            for (at.seekToFirst(); at.isValid(); at.next()) {
                count++;
            }
        }
        return count;
    }
}

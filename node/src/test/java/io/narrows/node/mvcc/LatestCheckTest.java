package io.narrows.node.mvcc;

import static io.narrows.node.mvcc.Requests.bytes;
import static io.narrows.node.mvcc.Requests.delete;
import static io.narrows.node.mvcc.Requests.put;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.WriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests that hashing reports wrong entries of the family {@code latest}, which the hash does not include. */
class LatestCheckTest {
    @TempDir
    private Path directory;

    private final WriteBatch batch = new WriteBatch();
    private Keyspace keyspace;
    private LatestRevisions latest;

    @BeforeEach
    void fill() throws Exception {
        keyspace = Keyspace.open(directory, KeyspaceOptions.defaults());
        latest = new LatestRevisions(
                keyspace.db(), keyspace.db().family(Store.LATEST).orElseThrow());
        change("a", "1"); // revision 2
        change("b", "2");
        change("dead", "3");
        change("b", "4");
        Change deletion = keyspace.change(new Applied(1, 5));
        deletion.deleteRange(delete("dead", ""));
        deletion.commit();
        change("z", "5");
    }

    @AfterEach
    void close() throws IOException {
        keyspace.close();
    }

    private void change(String key, String value) throws Exception {
        Change change = keyspace.change(new Applied(1, keyspace.applied().index() + 1));
        change.put(put(key, value));
        change.commit();
    }

    @Test
    void rightEntries_pass() throws Exception {
        assertThat(keyspace.hashKv(0)).isEqualTo(keyspace.hashKv(keyspace.revision()));
        try (View view = keyspace.view()) {
            change("later", "6");

            assertThat(view.hashKv(0)).isEqualTo(keyspace.hashKv(view.revision()));
        }
    }

    /** Otherwise correct members would stop their group's writes. */
    @Test
    void rightEntries_passAfterACompaction_alsoInAViewFromBefore() throws Exception {
        try (View before = keyspace.view()) {
            Change compaction =
                    keyspace.change(new Applied(1, keyspace.applied().index() + 1));
            compaction.compact(keyspace.revision());
            compaction.commit();
            keyspace.db().compact(keyspace.db().family(Store.KEYS).orElseThrow());
            keyspace.db().compact(keyspace.db().family(Store.LATEST).orElseThrow());
            change("dead", "6");

            before.checkLatest();
            keyspace.hashKv(0);
        }
    }

    @Test
    void entryThatIsNotARevision_isReported() {
        batch.put(keyspace.db().family(Store.LATEST).orElseThrow(), "b".getBytes(UTF_8), new byte[3]);

        assertReported("the family latest has 3 bytes for key b (expected: a revision of 8 bytes)");
    }

    @Test
    void lastEntryThatIsNotARevision_isReported() {
        batch.put(keyspace.db().family(Store.LATEST).orElseThrow(), "zz".getBytes(UTF_8), new byte[3]);

        assertReported("the family latest has 3 bytes for key zz (expected: a revision of 8 bytes)");
    }

    @Test
    void earlierRevision_isReported() {
        latest.put(batch, bytes("b"), 3);

        assertReported("the family latest has revision 3 for key b (expected: 5)");
    }

    @Test
    void missingKey_isReported() {
        latest.delete(batch, bytes("a"));

        assertReported("the family latest has no revision for key a (expected: 2)");
    }

    @Test
    void missingLastKey_isReported() {
        latest.delete(batch, bytes("z"));

        assertReported("the family latest has no revision for key z (expected: 7)");
    }

    @Test
    void deletedKey_isReported() {
        latest.put(batch, bytes("dead"), 4);

        assertReported("the family latest has revision 4 for key dead (expected: none, since the key does not exist)");
    }

    @Test
    void keyBehindAllOthers_isReported() {
        latest.put(batch, bytes("zz"), 4);

        assertReported("the family latest has revision 4 for key zz (expected: none, since the key does not exist)");
    }

    private void assertReported(String difference) {
        assertThatThrownBy(() -> {
                    keyspace.db().write(batch, WriteOptions.DEFAULT);
                    keyspace.hashKv(0);
                })
                .isInstanceOf(CorruptLatestException.class)
                .hasMessageStartingWith(difference);
    }
}

package io.narrows.node.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.narrows.node.RestoredNode;
import io.narrows.node.bolt.CompactedRevisions;
import io.narrows.node.bolt.EtcdSnapshot;
import io.narrows.node.bolt.LeaseVisitor;
import io.narrows.node.bolt.RevisionVisitor;
import io.narrows.node.bolt.SnapshotContent;
import io.narrows.node.bolt.SnapshotLease;
import io.narrows.node.command.Outcome;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.mvcc.LeaseRecord;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RestoredNodeTest {
    private static final KeyspaceOptions OPTIONS = KeyspaceOptions.defaults();

    @TempDir
    private Path directory;

    private Path snapshot;

    @BeforeEach
    void saved() throws IOException {
        snapshot = directory.resolve("saved.db");
        EtcdSnapshot.write(snapshot, new ThreeRevisions());
    }

    @Test
    void from_snapshot_isWhatTheGroupGoesOnWith() throws Exception {
        try (TestGroup group =
                new TestGroup(directory, 3, 1_000_000, data -> RestoredNode.from(snapshot, true, data, OPTIONS))) {
            String follower = group.follower();
            Keyspace keyspace = group.keyspace(follower);

            assertThat(keyspace.revision()).isEqualTo(4);
            assertThat(keyspace.get(key("a"), 0)).contains(put("a", 2, 4, 2, 7));
            assertThat(keyspace.get(key("a"), 3)).contains(put("a", 2, 2, 1, 0));
            assertThat(keyspace.get(key("b"), 0)).isEmpty();
            assertThat(keyspace.leases()).containsExactly(new LeaseRecord(7, 600, 400));
            assertThat(keyspace.leaseKeys(7)).containsExactly(key("a"));

            Outcome outcome = group.put(follower, "a", "new");

            assertThat(outcome.getPut().getHeader().getRevision()).isEqualTo(5);
            assertThat(group.keyspace(follower).leaseKeys(7)).isEmpty();
        }
    }

    /** Otherwise the member would begin anew if it lost its log later. */
    @Test
    void markLeftByAKill_isRemovedAtTheNextStart() throws Exception {
        try (TestGroup group =
                new TestGroup(directory, 3, 1_000_000, data -> RestoredNode.from(snapshot, true, data, OPTIONS))) {
            String follower = group.follower();
            assertThat(group.directory(follower).resolve("restored")).doesNotExist();
            group.stop(follower);
            RestoredMark.leave(group.directory(follower));

            group.start(follower);

            assertThat(group.directory(follower).resolve("restored")).doesNotExist();
        }
    }

    @Test
    void from_damagedSnapshot_leavesNothing() throws Exception {
        byte[] bytes = Files.readAllBytes(snapshot);
        bytes[bytes.length / 2] ^= 1;
        Files.write(snapshot, bytes, StandardOpenOption.TRUNCATE_EXISTING);
        Path data = directory.resolve("data");

        assertThatThrownBy(() -> RestoredNode.from(snapshot, true, data, OPTIONS))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("saved.db");

        assertThat(directory).isDirectoryNotContaining("glob:**data*");
    }

    @Test
    void from_whereThereIsANode_refuses() throws Exception {
        Path data = Files.createDirectory(directory.resolve("data"));

        assertThatThrownBy(() -> RestoredNode.from(snapshot, true, data, OPTIONS))
                .isInstanceOf(FileAlreadyExistsException.class);
    }

    private static ByteString key(String name) {
        return ByteString.copyFromUtf8(name);
    }

    private static KeyValue put(String key, long create, long mod, long version, long lease) {
        return KeyValue.newBuilder()
                .setKey(key(key))
                .setCreateRevision(create)
                .setModRevision(mod)
                .setVersion(version)
                .setLease(lease)
                .setValue(key("value"))
                .build();
    }

    /** Puts of a and b, a deletion of b, and a put of a with a lease. */
    private static final class ThreeRevisions implements SnapshotContent {
        @Override
        public void forEachRevision(RevisionVisitor visitor) throws IOException {
            visitor.revision(2, 0, false, put("a", 2, 2, 1, 0));
            visitor.revision(2, 1, false, put("b", 2, 2, 1, 0));
            visitor.revision(3, 0, true, KeyValue.newBuilder().setKey(key("b")).build());
            visitor.revision(4, 0, false, put("a", 2, 4, 2, 7));
        }

        @Override
        public void forEachLease(LeaseVisitor visitor) throws IOException {
            visitor.lease(new SnapshotLease(7, 600, 400));
        }

        @Override
        public CompactedRevisions compacted() {
            return CompactedRevisions.NONE;
        }

        @Override
        public long appliedIndex() {
            return 3;
        }
    }
}

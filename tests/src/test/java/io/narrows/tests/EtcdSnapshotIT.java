package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.node.bolt.CompactedRevisions;
import io.narrows.node.bolt.EtcdSnapshot;
import io.narrows.node.bolt.LeaseVisitor;
import io.narrows.node.bolt.RevisionVisitor;
import io.narrows.node.bolt.SnapshotContent;
import io.narrows.node.bolt.SnapshotFile;
import io.narrows.node.bolt.SnapshotLease;
import io.narrows.testkit.Seed;
import io.narrows.tests.support.EtcdHistory;
import io.narrows.tests.support.EtcdKey;
import io.narrows.tests.support.StandaloneEtcd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a real etcd continues from a snapshot that we wrote, and that we can read the snapshot that it saves. */
class EtcdSnapshotIT {
    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder;

    @AutoClose
    private StandaloneEtcd etcd;

    private final long seed = Seed.of(EtcdSnapshotIT.class);
    private final Random random = new Random(seed);

    @Test
    void etcd_servesOurs() throws IOException {
        EtcdHistory history = EtcdHistory.random(random, 3_000);
        history.compact(1_000);
        EtcdSnapshot.write(ours(), history);

        etcd = restored();

        for (long revision : List.of(history.revision(), 2_500L, 1_001L, 1_000L)) {
            assertThat(etcd.keys(revision)).as("revision %d", revision).isEqualTo(EtcdKey.at(revision, history));
        }
        assertThat(etcd.keys(0)).isEqualTo(EtcdKey.at(history.revision(), history));
        assertThatThrownBy(() -> etcd.keys(999)).hasMessageContaining("required revision has been compacted");
    }

    @Test
    void etcd_hasOurLeases() throws IOException {
        EtcdHistory history = EtcdHistory.random(random, 1_000);
        EtcdSnapshot.write(ours(), history);

        etcd = restored();

        for (long lease : history.leases()) {
            Map<String, ?> answer = etcd.ask("lease", "timetolive", Long.toHexString(lease), "--keys");
            List<String> keys = EtcdKey.at(history.revision(), history).values().stream()
                    .filter(key -> key.lease() == lease)
                    .map(EtcdKey::key)
                    .toList();
            assertThat(((Number) answer.get("granted-ttl")).longValue()).isEqualTo(history.ttl());
            assertThat(keys).isNotEmpty();
            assertThat(new TreeSet<>((List<?>) answer.get("keys"))).isEqualTo(new TreeSet<>(keys));
        }
    }

    /** Makes bbolt split, merge and free the pages that we wrote. */
    @Test
    void etcd_changesOurs() throws IOException {
        EtcdHistory history = EtcdHistory.random(random, 20_000);
        EtcdSnapshot.write(ours(), history);
        long last = history.revision();
        int keys = EtcdKey.at(last, history).size();

        etcd = restored();
        assertThat(etcd.ctl("del", "", "--prefix").strip()).isEqualTo("" + keys);
        etcd.ctl("put", "new", "value");
        etcd.ctl("compaction", "" + last / 2, "--physical");
        etcd.ctl("compaction", "" + (last + 1), "--physical");
        etcd.ctl("put", "newer", "value");
        etcd.ctl("snapshot", "save", theirs().toString());

        assertThat(StandaloneEtcd.status(theirs()).get("revision")).isEqualTo((int) last + 3);
        try (SnapshotFile snapshot = EtcdSnapshot.open(theirs())) {
            assertThat(snapshot.compacted().finished()).isEqualTo(last + 1);
            assertThat(EtcdKey.at(last + 3, snapshot)).hasSize(2).isEqualTo(etcd.keys(0));
        }
    }

    /**
     * Uses so many leases that the last leaf would be the only child of its branch, where bbolt panics when the leaf becomes
     * nearly empty.
     */
    @Test
    void etcd_revokesOurLeases() throws IOException {
        int leases = 22_881;
        EtcdSnapshot.write(ours(), new Leases(leases));

        etcd = restored();
        for (int id = leases - 10; id < leases; id++) {
            etcd.ctl("lease", "revoke", Integer.toHexString(id));
        }
        etcd.ctl("snapshot", "save", theirs().toString());

        AtomicInteger left = new AtomicInteger();
        try (SnapshotFile snapshot = EtcdSnapshot.open(theirs())) {
            snapshot.forEachLease(lease -> left.incrementAndGet());
        }
        assertThat(left).hasValue(leases - 11);
    }

    @Test
    void snapshotOfEtcd_isRead() throws IOException {
        etcd = StandaloneEtcd.start(folder.resolve("data"));
        String lease = etcd.ctl("lease", "grant", "3600").split(" ")[1];
        Path largeValue = Files.write(folder.resolve("value"), new byte[1_000_000]);
        for (int i = 0; i < 10; i++) {
            etcd.ctl("put", "a" + i % 3, "value " + i);
            etcd.ctl("put", "b" + i % 5, "value " + i, "--lease=" + lease);
            etcd.ctl("del", "a1");
        }
        etcd.put("large", largeValue);
        etcd.ctl("compaction", "9", "--physical");

        etcd.ctl("snapshot", "save", theirs().toString());

        try (SnapshotFile snapshot = EtcdSnapshot.open(theirs())) {
            List<Long> leases = new ArrayList<>();
            snapshot.forEachLease(found -> leases.add(found.id()));
            assertThat(leases).containsExactly(Long.parseUnsignedLong(lease, 16));
            assertThat(snapshot.compacted().finished()).isEqualTo(9);
            assertThat(EtcdKey.at(Long.MAX_VALUE, snapshot)).hasSize(8).isEqualTo(etcd.keys(0));
            for (long revision = 9; revision < 26; revision++) {
                assertThat(EtcdKey.at(revision, snapshot))
                        .as("revision %d", revision)
                        .isEqualTo(etcd.keys(revision));
            }
        }
    }

    /**
     * Leases without keys.
     *
     * @param end the first id after theirs
     */
    private record Leases(long end) implements SnapshotContent {
        @Override
        public void forEachRevision(RevisionVisitor visitor) {}

        @Override
        public void forEachLease(LeaseVisitor visitor) throws IOException {
            for (long id = 1; id < end; id++) {
                visitor.lease(new SnapshotLease(id, 3_600, 0));
            }
        }

        @Override
        public CompactedRevisions compacted() {
            return CompactedRevisions.NONE;
        }

        @Override
        public long appliedIndex() {
            return 1;
        }
    }

    private StandaloneEtcd restored() throws IOException {
        Path data = folder.resolve("data");
        StandaloneEtcd.restore(ours(), data);
        return StandaloneEtcd.start(data);
    }

    private Path ours() {
        return folder.resolve("ours.snapshot");
    }

    private Path theirs() {
        return folder.resolve("theirs.snapshot");
    }
}

package io.narrows.node.bolt;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.KeyValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A snapshot's contents as lists. */
record SnapshotModel(List<Change> changes, List<SnapshotLease> leases, CompactedRevisions compacted, long appliedIndex)
        implements SnapshotContent {
    record Change(long main, long sub, boolean tombstone, KeyValue keyValue) {}

    static SnapshotModel copyOf(SnapshotContent content) throws IOException {
        List<Change> changes = new ArrayList<>();
        content.forEachRevision(
                (main, sub, tombstone, keyValue) -> changes.add(new Change(main, sub, tombstone, keyValue)));
        List<SnapshotLease> leases = new ArrayList<>();
        content.forEachLease(leases::add);
        return new SnapshotModel(changes, leases, content.compacted(), content.appliedIndex());
    }

    /** Returns revisions with one or several changes, one in five of them a deletion. */
    static SnapshotModel random(Random random, int revisions, int maxValue) {
        List<Change> changes = new ArrayList<>();
        long main = 1;
        for (int i = 0; i < revisions; i++) {
            main += 1 + random.nextInt(3);
            int subs = random.nextInt(4) == 0 ? 5 : 1;
            for (int sub = 0; sub < subs; sub++) {
                boolean tombstone = random.nextInt(5) == 0;
                KeyValue.Builder keyValue = KeyValue.newBuilder().setKey(Buckets.bytes(random, 1 + random.nextInt(30)));
                changes.add(new Change(
                        main, sub, tombstone, tombstone ? keyValue.build() : put(keyValue, main, random, maxValue)));
            }
        }
        List<SnapshotLease> leases = new ArrayList<>();
        for (long id = 1 + random.nextInt(9); leases.size() < revisions / 10; id += 1 + random.nextInt(1_000_000)) {
            leases.add(new SnapshotLease(id, 1 + random.nextInt(10_000), random.nextInt(2) * 60));
        }
        long finished = random.nextInt(10);
        return new SnapshotModel(
                changes,
                leases,
                new CompactedRevisions(finished + random.nextInt(5), finished),
                random.nextInt(1 << 30));
    }

    private static KeyValue put(KeyValue.Builder keyValue, long main, Random random, int maxValue) {
        return keyValue.setModRevision(main)
                .setCreateRevision(1 + random.nextInt((int) main))
                .setVersion(1 + random.nextInt(100))
                .setLease(random.nextInt(1_000))
                .setValue(ByteString.copyFrom(new byte[random.nextInt(maxValue + 1)]))
                .build();
    }

    @Override
    public void forEachRevision(RevisionVisitor visitor) throws IOException {
        for (Change change : changes) {
            visitor.revision(change.main, change.sub, change.tombstone, change.keyValue);
        }
    }

    @Override
    public void forEachLease(LeaseVisitor visitor) throws IOException {
        for (SnapshotLease lease : leases) {
            visitor.lease(lease);
        }
    }
}

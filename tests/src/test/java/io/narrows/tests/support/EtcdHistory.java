package io.narrows.tests.support;

import com.google.protobuf.ByteString;
import io.narrows.node.bolt.CompactedRevisions;
import io.narrows.node.bolt.LeaseVisitor;
import io.narrows.node.bolt.RevisionVisitor;
import io.narrows.node.bolt.SnapshotContent;
import io.narrows.node.bolt.SnapshotLease;
import io.narrows.node.etcd.KeyValue;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** The contents of an etcd store after random changes, with the revisions and versions that etcd assigns. */
public final class EtcdHistory implements SnapshotContent {
    private static final int KEYS = 300;
    private static final List<Long> LEASES = List.of(0x4dL, 0x688d_a1ff_7679_2d09L, 0x7fff_ffff_ffff_fff0L);
    private static final long TTL = 3_600;

    private final Random random;
    private final Map<ByteString, KeyValue> now = new HashMap<>();
    private List<Change> changes = new ArrayList<>();
    private long revision = 1;
    private long compacted;

    private record Change(long main, long sub, boolean tombstone, KeyValue keyValue) {}

    private EtcdHistory(Random random) {
        this.random = random;
    }

    /** Returns a history with revisions of one change, and some of four; about one of five changes is a deletion. */
    public static EtcdHistory random(Random random, int revisions) {
        EtcdHistory history = new EtcdHistory(random);
        for (int i = 0; i < revisions; i++) {
            history.revision++;
            Set<ByteString> keys = new HashSet<>();
            int subs = random.nextInt(10) == 0 ? 4 : 1;
            for (int sub = 0; sub < subs; sub++) {
                ByteString key = ByteString.copyFromUtf8("/registry/pods/" + random.nextInt(KEYS));
                if (keys.add(key)) {
                    history.change(keys.size() - 1, key);
                }
            }
        }
        return history;
    }

    private void change(int sub, ByteString key) {
        KeyValue before = now.get(key);
        if (before != null && random.nextInt(5) == 0) {
            now.remove(key);
            changes.add(new Change(
                    revision, sub, true, KeyValue.newBuilder().setKey(key).build()));
            return;
        }
        byte[] value = new byte[random.nextInt(50) == 0 ? random.nextInt(30_000) : random.nextInt(300)];
        random.nextBytes(value);
        KeyValue after = KeyValue.newBuilder()
                .setKey(key)
                .setValue(ByteString.copyFrom(value))
                .setCreateRevision(before == null ? revision : before.getCreateRevision())
                .setModRevision(revision)
                .setVersion(before == null ? 1 : before.getVersion() + 1)
                .setLease(random.nextInt(10) == 0 ? LEASES.get(random.nextInt(LEASES.size())) : 0)
                .build();
        now.put(key, after);
        changes.add(new Change(revision, sub, false, after));
    }

    /** Removes unreadable versions up to this revision: keeps the last one of each key, unless it was a deletion. */
    public void compact(long to) {
        Map<ByteString, Change> last = new HashMap<>();
        changes.stream()
                .filter(change -> change.main <= to)
                .forEach(change -> last.put(change.keyValue.getKey(), change));
        changes = changes.stream()
                .filter(change -> change.main > to || last.get(change.keyValue.getKey()) == change && !change.tombstone)
                .sorted(Comparator.comparingLong(Change::main).thenComparingLong(Change::sub))
                .toList();
        compacted = to;
    }

    /** Returns the latest revision. */
    public long revision() {
        return revision;
    }

    public List<Long> leases() {
        return LEASES;
    }

    /** Returns the time to live of each lease, in seconds. */
    public long ttl() {
        return TTL;
    }

    @Override
    public void forEachRevision(RevisionVisitor visitor) throws IOException {
        for (Change change : changes) {
            visitor.revision(change.main, change.sub, change.tombstone, change.keyValue);
        }
    }

    @Override
    public void forEachLease(LeaseVisitor visitor) throws IOException {
        for (long id : LEASES) {
            visitor.lease(new SnapshotLease(id, TTL, 0));
        }
    }

    @Override
    public CompactedRevisions compacted() {
        return new CompactedRevisions(compacted, compacted);
    }

    @Override
    public long appliedIndex() {
        return revision + 5;
    }
}

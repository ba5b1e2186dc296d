package io.narrows.node.bolt;

import com.google.protobuf.InvalidProtocolBufferException;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.Lease;
import io.narrows.storage.file.InterruptSafeFile;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * An open snapshot. Its contents are checked as they are read: any method may throw {@link CorruptBoltException}. Not
 * thread-safe.
 */
public final class SnapshotFile implements SnapshotContent, Closeable {
    private final InterruptSafeFile file;
    private final BoltReader reader;

    private SnapshotFile(InterruptSafeFile file, BoltReader reader) {
        this.file = file;
        this.reader = reader;
    }

    static SnapshotFile open(Path path, boolean checked) throws IOException {
        InterruptSafeFile file = InterruptSafeFile.open(path);
        try {
            long size = file.size();
            long length = Sha256Trailer.isIn(size) ? size - Sha256Trailer.LENGTH : size;
            if (checked) {
                Sha256Trailer.check(file, size);
            }
            return new SnapshotFile(file, BoltReader.open(file, length));
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    @Override
    public void forEachRevision(RevisionVisitor visitor) throws IOException {
        BoltCursor keys = bucket(EtcdBuckets.KEY);
        while (keys.next()) {
            Revision revision = revision(keys, keys.key());
            KeyValue keyValue = keyValue(keys);
            if (!revision.tombstone() && keyValue.getModRevision() != revision.main()) {
                throw keys.corrupt("mod_revision " + keyValue.getModRevision() + " (expected: " + revision.main()
                        + ", as in its key)");
            }
            visitor.revision(revision.main(), revision.sub(), revision.tombstone(), keyValue);
        }
    }

    @Override
    public void forEachLease(LeaseVisitor visitor) throws IOException {
        BoltCursor leases = bucket(EtcdBuckets.LEASE);
        while (leases.next()) {
            Lease lease = lease(leases);
            long id = number(leases, ByteBuffer.wrap(leases.key()));
            if (lease.getID() != id) {
                throw leases.corrupt("lease with id " + lease.getID() + " (expected: " + id + ", as in its key)");
            }
            visitor.lease(new SnapshotLease(id, lease.getTTL(), lease.getRemainingTTL()));
        }
    }

    @Override
    public CompactedRevisions compacted() throws IOException {
        long scheduled = 0;
        long finished = 0;
        BoltCursor meta = bucket(EtcdBuckets.META);
        while (meta.next()) {
            if (Arrays.equals(meta.key(), EtcdBuckets.SCHEDULED_COMPACTION)) {
                scheduled = revision(meta, bytes(meta)).main();
            } else if (Arrays.equals(meta.key(), EtcdBuckets.FINISHED_COMPACTION)) {
                finished = revision(meta, bytes(meta)).main();
            }
        }
        return new CompactedRevisions(Math.max(scheduled, finished), finished);
    }

    @Override
    public long appliedIndex() throws IOException {
        BoltCursor meta = bucket(EtcdBuckets.META);
        while (meta.next()) {
            if (Arrays.equals(meta.key(), EtcdBuckets.CONSISTENT_INDEX)) {
                return number(meta, value(meta));
            }
        }
        return 0;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    private BoltCursor bucket(String name) throws IOException {
        return reader.bucket(name)
                .orElseThrow(
                        () -> new CorruptBoltException(file.path(), 0, "no bucket " + name + ": not an etcd database"));
    }

    private static Revision revision(BoltCursor cursor, byte[] bytes) throws CorruptBoltException {
        return Revision.decode(bytes)
                .orElseThrow(() -> cursor.corrupt("revision of " + bytes.length + " bytes (expected: 17 or 18)"));
    }

    private static KeyValue keyValue(BoltCursor cursor) throws CorruptBoltException {
        try {
            return KeyValue.parseFrom(value(cursor));
        } catch (InvalidProtocolBufferException e) {
            throw cursor.corrupt("a value that is not an mvccpb.KeyValue", e);
        }
    }

    private static Lease lease(BoltCursor cursor) throws CorruptBoltException {
        try {
            return Lease.parseFrom(value(cursor));
        } catch (InvalidProtocolBufferException e) {
            throw cursor.corrupt("a value that is not a leasepb.Lease", e);
        }
    }

    private static long number(BoltCursor cursor, ByteBuffer bytes) throws CorruptBoltException {
        if (bytes.remaining() != Long.BYTES) {
            throw cursor.corrupt("number of " + bytes.remaining() + " bytes (expected: " + Long.BYTES + ")");
        }
        return bytes.getLong();
    }

    private static byte[] bytes(BoltCursor cursor) throws CorruptBoltException {
        ByteBuffer value = value(cursor);
        byte[] bytes = new byte[value.remaining()];
        value.get(bytes);
        return bytes;
    }

    private static ByteBuffer value(BoltCursor cursor) throws CorruptBoltException {
        if (cursor.isBucket()) {
            throw cursor.corrupt("a bucket (expected: a value)");
        }
        return cursor.value();
    }
}

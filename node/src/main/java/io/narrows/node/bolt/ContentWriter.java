package io.narrows.node.bolt;

import io.narrows.node.etcd.Lease;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Writes a snapshot's contents into etcd's buckets. */
final class ContentWriter {
    private final SnapshotContent content;
    private final BoltWriter writer;

    private ContentWriter(SnapshotContent content, BoltWriter writer) {
        this.content = content;
        this.writer = writer;
    }

    static void write(SnapshotContent content, FileChannel channel) throws IOException {
        BoltWriter writer = BoltWriter.begin(channel);
        new ContentWriter(content, writer).buckets();
        writer.finish();
    }

    private void buckets() throws IOException {
        for (String bucket : EtcdBuckets.ALL) {
            writer.bucket(bucket);
            switch (bucket) {
                case EtcdBuckets.KEY -> revisions();
                case EtcdBuckets.LEASE -> leases();
                case EtcdBuckets.META -> meta();
                default -> {} // empty: users and roles are not supported, members are not restored
            }
        }
    }

    private void revisions() throws IOException {
        content.forEachRevision((main, sub, tombstone, keyValue) ->
                writer.put(new Revision(main, sub, tombstone).encode(), keyValue.toByteArray()));
    }

    private void leases() throws IOException {
        content.forEachLease(lease -> {
            Lease stored = Lease.newBuilder()
                    .setID(lease.id())
                    .setTTL(lease.ttl())
                    .setRemainingTTL(lease.remainingTtl())
                    .build();
            writer.put(bigEndian(lease.id()), stored.toByteArray());
        });
    }

    private void meta() throws IOException {
        CompactedRevisions compacted = content.compacted();
        writer.put(EtcdBuckets.CONSISTENT_INDEX, bigEndian(content.appliedIndex()));
        if (compacted.finished() > 0) {
            writer.put(EtcdBuckets.FINISHED_COMPACTION, new Revision(compacted.finished(), 0, false).encode());
        }
        if (compacted.scheduled() > 0) {
            writer.put(EtcdBuckets.SCHEDULED_COMPACTION, new Revision(compacted.scheduled(), 0, false).encode());
        }
    }

    private static byte[] bigEndian(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
}

package io.narrows.node;

import io.narrows.node.api.SnapshotSource;
import io.narrows.node.bolt.CompactedRevisions;
import io.narrows.node.bolt.EtcdSnapshot;
import io.narrows.node.bolt.LeaseVisitor;
import io.narrows.node.bolt.RevisionVisitor;
import io.narrows.node.bolt.SnapshotContent;
import io.narrows.node.bolt.SnapshotLease;
import io.narrows.node.file.Directories;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.LeaseRecord;
import io.narrows.node.mvcc.View;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes snapshots in etcd's format for clients. The pages are not in key order, so a snapshot is first written to a
 * file, which is deleted after it has been sent.
 */
final class SavedSnapshots implements SnapshotSource {
    private static final int CHUNK = 64 << 10;

    private final Keyspace keyspace;
    private final Path directory;

    SavedSnapshots(Keyspace keyspace, Path directory) throws IOException {
        this.keyspace = keyspace;
        this.directory = directory;
        // Left by a process that ended while sending.
        Directories.delete(directory);
    }

    @Override
    public void write(Sink sink) throws IOException {
        Files.createDirectories(directory);
        Path file = Files.createTempFile(directory, "snapshot", ".db");
        try {
            try (View view = keyspace.view()) {
                EtcdSnapshot.writeDatabase(file, new Content(view));
            }
            send(file, sink);
        } finally {
            Files.delete(file);
        }
    }

    private static void send(Path file, Sink sink) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer chunk = ByteBuffer.allocate(CHUNK);
            long remaining = channel.size();
            while (remaining > 0) {
                chunk.clear();
                if (channel.read(chunk) < 0) {
                    throw new IOException(file + " ends " + remaining + " bytes early");
                }
                chunk.flip();
                remaining -= chunk.remaining();
                sink.write(chunk, remaining);
            }
        }
    }

    private record Content(View view) implements SnapshotContent {
        @Override
        public void forEachRevision(RevisionVisitor visitor) throws IOException {
            view.forEachRevision(visitor::revision);
        }

        @Override
        public void forEachLease(LeaseVisitor visitor) throws IOException {
            for (LeaseRecord lease : view.leases()) {
                visitor.lease(new SnapshotLease(lease.id(), lease.ttl(), lease.remainingTtl()));
            }
        }

        @Override
        public CompactedRevisions compacted() {
            long revision = Math.max(0, view.compactRevision());
            return new CompactedRevisions(revision, revision);
        }

        @Override
        public long appliedIndex() {
            return Math.max(0, view.applied().index());
        }
    }
}

package io.narrows.node;

import io.narrows.node.bolt.CompactedRevisions;
import io.narrows.node.bolt.EtcdSnapshot;
import io.narrows.node.bolt.SnapshotFile;
import io.narrows.node.file.Directories;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceOptions;
import io.narrows.node.mvcc.LeaseRecord;
import io.narrows.node.mvcc.Restoration;
import io.narrows.node.replica.RestoredMark;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Makes the directory of a node from a snapshot that {@code etcdctl snapshot save} made, of this store or of etcd. The members of the
 * new group all begin with the same snapshot, which counts as the first entry of a new log; the group needs another name
 * than the one that the snapshot is of, and whoever lives of that.
 */
public final class RestoredNode {
    /** What is in a snapshot counts as applied with this entry. */
    private static final Applied FIRST = new Applied(1, 1);

    private RestoredNode() {}

    /**
     * Makes a node's directory. It is there under its name when all of it is on the disk, or not at all.
     *
     * @param checked whether the SHA-256 at the snapshot's end is compared; a copy of etcd's own file has none
     * @return the revision that the store has
     * @throws FileAlreadyExistsException when the directory is there
     * @throws IOException when the snapshot is damaged; the message says where
     */
    public static long from(Path snapshot, boolean checked, Path directory, KeyspaceOptions options)
            throws IOException {
        if (Files.exists(directory)) {
            throw new FileAlreadyExistsException(
                    directory + ": is there already; a snapshot is restored into a new directory");
        }
        Path unfinished = directory.resolveSibling(directory.getFileName() + ".restoring");
        Directories.delete(unfinished);
        long revision;
        try (SnapshotFile source = checked ? EtcdSnapshot.open(snapshot) : EtcdSnapshot.openUnchecked(snapshot)) {
            Path database = unfinished.resolve("db");
            restore(source, database, options);
            try (Keyspace keyspace = Keyspace.open(database, options)) {
                revision = keyspace.revision();
            }
        } catch (IOException | RuntimeException e) {
            Directories.delete(unfinished);
            throw e;
        }
        RestoredMark.leave(unfinished);
        Files.move(unfinished, directory, StandardCopyOption.ATOMIC_MOVE);
        Directories.force(directory.toAbsolutePath().getParent());
        return revision;
    }

    private static void restore(SnapshotFile source, Path database, KeyspaceOptions options) throws IOException {
        try (Restoration restoration = Restoration.begin(database, options)) {
            source.forEachRevision(restoration::add);
            source.forEachLease(
                    lease -> restoration.addLease(new LeaseRecord(lease.id(), lease.ttl(), lease.remainingTtl())));
            CompactedRevisions compacted = source.compacted();
            restoration.finish(compacted.scheduled(), compacted.finished(), FIRST);
        }
    }
}

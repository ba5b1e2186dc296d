package io.narrows.node;

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
 * Creates a node's directory from a snapshot made by {@code etcdctl snapshot save}, of this store or of etcd. All
 * members of the new group start from the same snapshot, which counts as the first entry of a new log. The group needs
 * a different name than the snapshot's group, so that members of the old group do not accept the new ones.
 */
public final class RestoredNode {
    /** Log position at which the snapshot's contents count as applied. */
    private static final Applied FIRST = new Applied(1, 1);

    private RestoredNode() {}

    /**
     * Creates a node's directory atomically: it gets its name only after all of it is on disk.
     *
     * @param checked whether to verify the SHA-256 at the snapshot's end; a copy of etcd's own file has none
     * @return the store's revision
     * @throws FileAlreadyExistsException if the directory exists
     * @throws IOException if the snapshot is damaged; the message says where
     */
    public static long from(Path snapshot, boolean checked, Path directory, KeyspaceOptions options)
            throws IOException {
        if (Files.exists(directory)) {
            throw new FileAlreadyExistsException(
                    directory + ": already exists; a snapshot can only be restored into a new directory");
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
        Directories.forceParent(directory);
        return revision;
    }

    private static void restore(SnapshotFile source, Path database, KeyspaceOptions options) throws IOException {
        try (Restoration restoration = Restoration.begin(database, options)) {
            source.forEachRevision(restoration::add);
            source.forEachLease(
                    lease -> restoration.addLease(new LeaseRecord(lease.id(), lease.ttl(), lease.remainingTtl())));
            restoration.finish(source.compacted().scheduled(), FIRST);
        }
    }
}

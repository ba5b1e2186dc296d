package io.narrows.node.replica;

import com.alipay.sofa.jraft.entity.RaftOutter.SnapshotMeta;
import com.alipay.sofa.jraft.option.RaftOptions;
import com.alipay.sofa.jraft.storage.snapshot.SnapshotWriter;
import com.alipay.sofa.jraft.storage.snapshot.local.LocalSnapshotStorage;
import io.narrows.node.file.Directories;
import io.narrows.node.mvcc.Applied;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.mvcc.KeyspaceCheckpoint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/**
 * Starts the log of a member with a restored database: the log continues after a snapshot of the database. All members of
 * the new group do that with the same snapshot.
 */
final class RestoredStart {
    private RestoredStart() {}

    /**
     * Creates Raft's directory atomically: it exists only once all of it is on disk. The caller then removes the mark of the
     * restoration.
     *
     * @throws IOException if the database has applied entries of a missing log but was not restored
     */
    static void begin(RaftSettings settings, Keyspace keyspace, ReplicaDirectory directory) throws IOException {
        if (keyspace.applied().index() < 0) {
            return;
        }
        if (!RestoredMark.isThere(settings.directory())) {
            throw new IOException(directory.path() + ": the folder with the Raft log is lost, but the database "
                    + keyspace.directory() + " ends with entry "
                    + keyspace.applied().index() + ". " + LogCheck.remedy(directory));
        }
        Path unfinished = directory.path().resolveSibling(directory.path().getFileName() + ".beginning");
        Directories.delete(unfinished);
        snapshot(settings, keyspace, unfinished.resolve("snapshots"));
        Directories.force(unfinished);
        Files.move(unfinished, directory.path(), StandardCopyOption.ATOMIC_MOVE);
        Directories.force(settings.directory());
    }

    private static void snapshot(RaftSettings settings, Keyspace keyspace, Path snapshots) throws IOException {
        LocalSnapshotStorage storage = new LocalSnapshotStorage(snapshots.toString(), "", new RaftOptions());
        if (!storage.init(null)) {
            throw new IOException(snapshots + " cannot be created; the reason is logged above");
        }
        Applied last = keyspace.applied();
        SnapshotMeta meta = SnapshotMeta.newBuilder()
                .setLastIncludedTerm(last.term())
                .setLastIncludedIndex(last.index())
                .addAllPeers(settings.members())
                .build();
        try (SnapshotWriter writer = storage.create();
                KeyspaceCheckpoint checkpoint = keyspace.beginCheckpoint()) {
            Path database = Path.of(writer.getPath(), Snapshots.DATABASE);
            checkpoint.write(database);
            try (Stream<Path> files = Files.list(database)) {
                for (Path file : files.toList()) {
                    writer.addFile(Snapshots.DATABASE + "/" + file.getFileName());
                }
            }
            if (!writer.saveMeta(meta)) {
                throw new IOException(writer.getPath() + " cannot be written");
            }
        }
    }
}

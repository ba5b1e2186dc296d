package io.narrows.node.bolt;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Files in the format of {@code etcdctl snapshot save}: a bbolt database with etcd's buckets, followed by its SHA-256.
 * {@code etcdctl snapshot status} and {@code restore} accept the files written here; files written by etcd can be read here.
 */
public final class EtcdSnapshot {
    private EtcdSnapshot() {}

    /**
     * Writes a snapshot, replacing an existing file. It is written as {@code NAME.part} and gets its name when it is
     * complete and on disk.
     *
     * @throws IllegalArgumentException if revisions or leases are out of order, or one is larger than nearly 64 MiB
     */
    public static void write(Path file, SnapshotContent content) throws IOException {
        try (UnfinishedFile unfinished = UnfinishedFile.create(file)) {
            ContentWriter.write(content, unfinished.channel());
            Sha256Trailer.append(unfinished.channel());
            unfinished.publish();
        }
    }

    /**
     * Like {@link #write}, but without the SHA-256, for callers that send the database and then its checksum.
     *
     * @throws IllegalArgumentException as for {@link #write}
     */
    public static void writeDatabase(Path file, SnapshotContent content) throws IOException {
        try (UnfinishedFile unfinished = UnfinishedFile.create(file)) {
            ContentWriter.write(content, unfinished.channel());
            unfinished.publish();
        }
    }

    /**
     * Opens a snapshot and verifies its SHA-256, which reads the whole file.
     *
     * @throws CorruptBoltException if the SHA-256 is missing or wrong, or the file is not a bbolt database
     */
    public static SnapshotFile open(Path file) throws IOException {
        return SnapshotFile.open(file, true);
    }

    /**
     * Opens a snapshot without verifying its SHA-256, or a database that has none: a copy of {@code member/snap/db} from an
     * etcd data directory. Corruption may go unnoticed.
     *
     * @throws CorruptBoltException if the file is not a bbolt database
     */
    public static SnapshotFile openUnchecked(Path file) throws IOException {
        return SnapshotFile.open(file, false);
    }
}

package io.narrows.node.bolt;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Files as {@code etcdctl snapshot save} makes them: a database of bbolt with etcd's buckets in it, and its SHA-256 behind. {@code etcdctl
 * snapshot status} and {@code restore} take what is written here; what is read here may be etcd's own.
 */
public final class EtcdSnapshot {
    private EtcdSnapshot() {}

    /**
     * Writes a snapshot. It is under its name only when it is whole and on the disk; until then it is beside, as {@code NAME.part}. A
     * file of that name is replaced.
     *
     * @throws IllegalArgumentException when revisions or leases do not come in order, or one is larger than nearly 64 MiB
     */
    public static void write(Path file, SnapshotContent content) throws IOException {
        try (UnfinishedFile unfinished = UnfinishedFile.create(file)) {
            ContentWriter.write(content, unfinished.channel());
            Sha256Trailer.append(unfinished.channel());
            unfinished.publish();
        }
    }

    /**
     * As {@link #write}, without the SHA-256: for who sends the database, and its checksum behind it.
     *
     * @throws IllegalArgumentException as there
     */
    public static void writeDatabase(Path file, SnapshotContent content) throws IOException {
        try (UnfinishedFile unfinished = UnfinishedFile.create(file)) {
            ContentWriter.write(content, unfinished.channel());
            unfinished.publish();
        }
    }

    /**
     * Opens a snapshot and checks its SHA-256, for which it is read once.
     *
     * @throws CorruptBoltException when there is no SHA-256 at its end, or another one than that of its content, or it is no database of
     *     bbolt
     */
    public static SnapshotFile open(Path file) throws IOException {
        return SnapshotFile.open(file, true);
    }

    /**
     * Opens a snapshot whose SHA-256 is not looked at, or a database that has none: a copy of {@code member/snap/db} from a data directory
     * of etcd. A damage of it may stay unnoticed.
     *
     * @throws CorruptBoltException when it is no database of bbolt
     */
    public static SnapshotFile openUnchecked(Path file) throws IOException {
        return SnapshotFile.open(file, false);
    }
}

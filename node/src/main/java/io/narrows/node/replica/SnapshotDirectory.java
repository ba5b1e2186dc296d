package io.narrows.node.replica;

import io.narrows.node.file.Directories;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.ratis.server.protocol.TermIndex;
import org.apache.ratis.server.storage.FileInfo;
import org.apache.ratis.server.storage.RaftStorage;
import org.apache.ratis.statemachine.SnapshotInfo;
import org.apache.ratis.statemachine.SnapshotRetentionPolicy;
import org.apache.ratis.statemachine.StateMachineStorage;

/**
 * The snapshots of a member: checkpoints of its database, whose compressed files are sent as they are.
 *
 * <pre>
 *   snapshots/TERM_INDEX/*        taken here, or received; the highest index counts
 *   incoming/snapshot-ID/…        Ratis writes what it receives there, and moves all of it to snapshots/ when it is whole
 * </pre>
 */
final class SnapshotDirectory implements StateMachineStorage {
    /** One that is being sent is not deleted by the next, but by the one after it. */
    private static final int KEPT = 2;
    /** Ratis puts one beside each file that it received. */
    private static final String DIGEST_SUFFIX = ".md5";

    private final Path parent;
    private final Path snapshots;
    private final Path incoming;
    /** Ratis asks for it with each append to each follower. */
    private volatile SnapshotInfo latest;

    SnapshotDirectory(Path parent) {
        this.parent = parent;
        snapshots = SnapshotPaths.all(parent);
        incoming = parent.resolve("incoming");
    }

    /** Deletes what was not received, or not taken, before the process ended. */
    @Override
    public void init(RaftStorage storage) throws IOException {
        Directories.delete(incoming);
        Files.createDirectories(snapshots);
        try (Stream<Path> entries = Files.list(snapshots)) {
            for (Path entry : entries.filter(SnapshotPaths::isUnfinished).toList()) {
                Directories.delete(entry);
            }
        }
        look();
    }

    /** Where a snapshot is to be made. */
    Path of(TermIndex last) {
        return SnapshotPaths.of(parent, last.getTerm(), last.getIndex());
    }

    /** Looks which snapshots are there, as is to be done when one was taken or received, and returns the directory of the youngest. */
    Optional<Path> look() throws IOException {
        Optional<Path> youngest = all().stream().reduce((older, younger) -> younger);
        latest = youngest.isEmpty() ? null : Taken.of(youngest.get());
        return youngest;
    }

    /** The files of the database in a snapshot. */
    static List<Path> files(Path snapshot) throws IOException {
        try (Stream<Path> files = Files.list(snapshot)) {
            return files.filter(file -> !file.toString().endsWith(DIGEST_SUFFIX))
                    .sorted()
                    .toList();
        }
    }

    @Override
    public SnapshotInfo getLatestSnapshot() {
        return latest;
    }

    @Override
    public void format() {}

    @Override
    public void cleanupOldSnapshots(SnapshotRetentionPolicy policy) throws IOException {
        List<Path> all = all();
        for (Path old : all.subList(0, Math.max(0, all.size() - KEPT))) {
            Directories.delete(old);
        }
    }

    @Override
    public File getSnapshotDir() {
        return snapshots.toFile();
    }

    @Override
    public File getTmpDir() {
        return incoming.toFile();
    }

    /** From the oldest to the youngest. */
    private List<Path> all() throws IOException {
        if (!Files.isDirectory(snapshots)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(snapshots)) {
            return entries.filter(SnapshotPaths::isSnapshot)
                    .sorted(Comparator.comparing(SnapshotPaths::termIndex))
                    .toList();
        }
    }

    /** Digests are computed while the files are sent, so that taking a snapshot reads none of them. */
    private record Taken(TermIndex last, List<FileInfo> files) implements SnapshotInfo {
        static Taken of(Path snapshot) throws IOException {
            return new Taken(
                    SnapshotPaths.termIndex(snapshot),
                    SnapshotDirectory.files(snapshot).stream()
                            .map(file -> new FileInfo(file, null))
                            .toList());
        }

        @Override
        public TermIndex getTermIndex() {
            return last;
        }

        @Override
        public List<FileInfo> getFiles() {
            return files;
        }
    }
}

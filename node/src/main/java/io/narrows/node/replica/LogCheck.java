package io.narrows.node.replica;

import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.raftlog.SegmentedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks that no entries are missing between a member's latest snapshot and its log. The database has the entries up to its
 * last flush only, and gets the others from the log, or from the snapshot and the log.
 */
final class LogCheck {
    private static final Pattern SNAPSHOT = Pattern.compile("snapshot_(\\d+)");

    private LogCheck() {}

    /** @throws IOException if entries are missing; the message names the log, the snapshots and the database */
    static void requireWhole(ReplicaDirectory directory, Keyspace keyspace) throws IOException {
        long snapshot = latestSnapshot(directory.snapshots());
        long applied = keyspace.applied().index();
        OptionalLong first = SegmentedLog.firstFile(directory.log());
        boolean isWhole = first.isPresent() ? first.getAsLong() <= snapshot + 1 : applied <= snapshot;
        if (!isWhole) {
            throw new IOException(directory.log() + ": "
                    + (first.isPresent() ? "begins with entry " + first.getAsLong() : "has no files")
                    + " (expected: a file with entry " + (snapshot + 1) + "); "
                    + (snapshot > 0
                            ? "the latest snapshot in " + directory.snapshots() + " ends with entry " + snapshot
                            : directory.snapshots() + " has no snapshot")
                    + ", the database " + keyspace.directory() + " with entry " + applied
                    + ". Restore the missing files, or run member remove and member add and start it as a joining member"
                    + " without data");
        }
    }

    /** Returns the last entry of the latest snapshot; 0 if there is none. */
    private static long latestSnapshot(Path snapshots) throws IOException {
        if (!Files.isDirectory(snapshots)) {
            return 0;
        }
        try (Stream<Path> entries = Files.list(snapshots)) {
            return entries.map(entry -> SNAPSHOT.matcher(entry.getFileName().toString()))
                    .filter(Matcher::matches)
                    .mapToLong(name -> Long.parseLong(name.group(1)))
                    .max()
                    .orElse(0);
        }
    }
}

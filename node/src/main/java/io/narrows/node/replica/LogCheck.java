package io.narrows.node.replica;

import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.raftlog.SegmentedLog;
import io.narrows.node.vote.VoteFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Checks that a member's log is there, and that no entries are missing between its latest snapshot and its log. The database has
 * the entries up to its last flush only, and gets the others from the log, or from the snapshot and the log.
 *
 * <p>Only a member that has not voted yet, and is in no term, may have no log file: a new one, or a restored one with its first
 * snapshot. The log's first file is created before the vote, and from then on the log always has a file. Without its log, a
 * member may lack entries that it has acknowledged, whatever its database has, and must not vote.
 */
final class LogCheck {
    private static final Pattern SNAPSHOT = Pattern.compile("snapshot_(\\d+)");

    private LogCheck() {}

    /** @throws IOException if the log or some entries are missing; the message names the files and a remedy */
    static void requireWhole(ReplicaDirectory directory, Keyspace keyspace) throws IOException {
        long snapshot = latestSnapshot(directory.snapshots());
        long applied = keyspace.applied().index();
        OptionalLong first = SegmentedLog.firstFile(directory.log());
        if (first.isEmpty() && VoteFile.in(directory.path()).exists()) {
            throw new IOException(directory.log() + ": the Raft log is lost: the folder has no log files, but "
                    + directory.path()
                    + " has the vote of this member, which may have acknowledged writes that are only in"
                    + " the log. " + remedy(directory));
        }
        if (first.isEmpty() && applied > snapshot) {
            throw new IOException(directory.log() + ": the Raft log is lost: the folder has no log files, but "
                    + ends(directory, keyspace, snapshot) + ". " + remedy(directory));
        }
        if (first.isPresent() && first.getAsLong() > snapshot + 1) {
            throw new IOException(
                    directory.log() + ": the beginning of the Raft log is lost: the first log file begins with"
                            + " entry " + first.getAsLong() + " (expected: " + (snapshot + 1) + " or less), but "
                            + ends(directory, keyspace, snapshot) + ". " + remedy(directory));
        }
    }

    private static String ends(ReplicaDirectory directory, Keyspace keyspace, long snapshot) {
        long applied = keyspace.applied().index();
        return (snapshot > 0
                        ? "the latest snapshot in " + directory.snapshots() + " ends with entry " + snapshot
                        : directory.snapshots() + " has no snapshot")
                + " and the database " + keyspace.directory()
                + (applied > 0 ? " ends with entry " + applied : " is empty");
    }

    /** Returns the last sentence of a message about a lost log. */
    static String remedy(ReplicaDirectory directory) {
        return "Put the missing log files back, or replace this member: run member remove and member add, delete "
                + directory.member()
                + ", and start it as a joining member. If no majority of the group is left, restore a"
                + " saved snapshot into a new group";
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

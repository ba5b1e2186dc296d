package io.narrows.node.ratis;

import io.narrows.node.ratis.file.RatisEntry;
import io.narrows.node.vote.Vote;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The files of a member that runs on Ratis.
 *
 * <pre>
 *   raft/GROUP/current/   log_*, raft-meta (term and vote), raft-meta.conf (the last configuration)
 *   snapshots/TERM_INDEX/ files of the database; received ones have a .md5 file each
 *   incoming/             incompletely received snapshots
 * </pre>
 */
record RatisDirectory(Path member, Path current) {
    static final String RAFT = "raft";
    static final String SNAPSHOTS = "snapshots";
    static final String INCOMING = "incoming";

    static boolean exists(Path member) {
        return Files.isDirectory(member.resolve(RAFT));
    }

    /**
     * Returns the files of a cluster's group; empty if the member was killed before it started.
     *
     * @throws UnconvertibleException if the directory belongs to another cluster, or its log is lost
     */
    static Optional<RatisDirectory> of(Path member, String cluster) throws IOException {
        Path raft = member.resolve(RAFT);
        UUID group = UUID.nameUUIDFromBytes(("narrows store " + cluster).getBytes(StandardCharsets.UTF_8));
        Path current = raft.resolve(group.toString()).resolve("current");
        if (Files.isDirectory(current)) {
            return Optional.of(new RatisDirectory(member, current));
        }
        try (Stream<Path> others = Files.list(raft)) {
            if (others.anyMatch(Files::isDirectory)) {
                throw new IOException(raft + ": has no group " + group + " of cluster " + cluster
                        + "; start this member with its original cluster name");
            }
        }
        if (hasSnapshots(member)) {
            throw new UnconvertibleException(raft, "the log and the vote are missing");
        }
        return Optional.empty();
    }

    static boolean hasSnapshots(Path member) throws IOException {
        return !snapshots(member).isEmpty();
    }

    RatisLog log() throws IOException {
        return RatisLog.in(current);
    }

    Vote vote() throws IOException {
        Path file = current.resolve("raft-meta");
        if (!Files.exists(file)) {
            return Vote.NONE;
        }
        Properties properties = new Properties();
        try (Reader reader = Files.newBufferedReader(file)) {
            properties.load(reader);
            return new Vote(Long.parseLong(properties.getProperty("term")), properties.getProperty("votedFor", ""));
        } catch (IllegalArgumentException e) {
            throw new UnconvertibleException(file, "has no valid term: " + properties);
        }
    }

    /** Returns the last configuration known to the member, as a log entry. */
    Optional<RatisEntry> configuration() throws IOException {
        Path file = current.resolve("raft-meta.conf");
        if (!Files.exists(file) || Files.size(file) == 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(RatisEntry.parseFrom(Files.readAllBytes(file)));
        } catch (IOException e) {
            throw new UnconvertibleException(file, "is not a configuration: " + e.getMessage());
        }
    }

    Optional<RatisSnapshot> youngestSnapshot() throws IOException {
        return snapshots(member).stream().max(Comparator.comparingLong(RatisSnapshot::index));
    }

    private static List<RatisSnapshot> snapshots(Path member) throws IOException {
        Path all = member.resolve(SNAPSHOTS);
        if (!Files.isDirectory(all)) {
            return List.of();
        }
        try (Stream<Path> found = Files.list(all)) {
            return found.filter(RatisSnapshot::isSnapshot)
                    .map(RatisSnapshot::of)
                    .toList();
        }
    }
}

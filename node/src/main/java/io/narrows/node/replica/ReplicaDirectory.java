package io.narrows.node.replica;

import io.narrows.node.file.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Raft's part of a member's directory:
 *
 * <pre>
 *   replica/log/         entries (docs/formats/raft-log.md)
 *   replica/vote         the term and this member's vote in it (docs/formats/raft-vote.md)
 *   replica/committed    the last entry known to be committed (docs/formats/raft-committed.md)
 *   replica/snapshots/   checkpoints of the database
 * </pre>
 */
final class ReplicaDirectory {
    private final Path member;
    private final Path path;

    /** @param member directory of the member */
    ReplicaDirectory(Path member) {
        this.member = member;
        path = member.resolve("replica");
    }

    /** Returns whether this member has joined before. */
    boolean exists() {
        return Files.isDirectory(path);
    }

    /**
     * Creates the directory unless it exists. Returns when its name is on disk; without that, data forced in it could be
     * lost.
     */
    void create() throws IOException {
        Files.createDirectories(path);
        Directories.forceParent(path);
    }

    /** Returns the directory of the member. */
    Path member() {
        return member;
    }

    Path path() {
        return path;
    }

    Path log() {
        return path.resolve("log");
    }

    Path snapshots() {
        return path.resolve("snapshots");
    }
}

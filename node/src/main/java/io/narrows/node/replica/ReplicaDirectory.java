package io.narrows.node.replica;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The part of a member's directory that Raft keeps:
 *
 * <pre>
 *   replica/log/         entries (docs/formats/raft-log.md)
 *   replica/vote         the term, and for whom this member has voted in it (docs/formats/raft-vote.md)
 *   replica/snapshots/   checkpoints of the database
 * </pre>
 */
final class ReplicaDirectory {
    private final Path path;

    /** @param member the directory of the member */
    ReplicaDirectory(Path member) {
        path = member.resolve("replica");
    }

    /** Returns whether this member has taken part before. */
    boolean exists() {
        return Files.isDirectory(path);
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

package io.narrows.node.replica;

import io.narrows.node.file.Directories;
import java.io.IOException;
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

    /** Creates it unless it exists; returns when its name is on the disk, without which all that is forced in it may be lost. */
    void create() throws IOException {
        Files.createDirectories(path);
        Directories.force(path.getParent());
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

package io.narrows.node.replica;

import java.nio.file.Path;
import org.apache.ratis.server.protocol.TermIndex;

/** Where the snapshots of a member are: {@code snapshots/TERM_INDEX} in its directory, by the last entry that each has. */
public final class SnapshotPaths {
    private static final String NAME = "\\d+_\\d+";
    private static final String UNFINISHED = "\\.unfinished";

    private SnapshotPaths() {}

    /** @param directory of the member */
    public static Path of(Path directory, long term, long index) {
        return all(directory).resolve(term + "_" + index);
    }

    static Path all(Path directory) {
        return directory.resolve("snapshots");
    }

    static boolean isSnapshot(Path path) {
        return path.getFileName().toString().matches(NAME);
    }

    /** Returns whether it is a checkpoint that the engine did not finish. */
    static boolean isUnfinished(Path path) {
        return path.getFileName().toString().matches(NAME + UNFINISHED);
    }

    static TermIndex termIndex(Path snapshot) {
        String[] numbers = snapshot.getFileName().toString().split("_", 2);
        return TermIndex.valueOf(Long.parseLong(numbers[0]), Long.parseLong(numbers[1]));
    }
}

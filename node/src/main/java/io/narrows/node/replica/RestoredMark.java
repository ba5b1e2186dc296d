package io.narrows.node.replica;

import io.narrows.node.file.Directories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A mark in the directory of a member whose database was restored and which has no log yet. */
public final class RestoredMark {
    private static final String NAME = "restored";

    private RestoredMark() {}

    /**
     * Leaves the mark and forces it.
     *
     * @param directory of the member
     */
    public static void leave(Path directory) throws IOException {
        Directories.force(Files.createFile(directory.resolve(NAME)));
        Directories.force(directory);
    }

    static boolean isThere(Path directory) {
        return Files.exists(directory.resolve(NAME));
    }

    /** Removes the mark, if there is one; it cannot return after a power loss. */
    static void remove(Path directory) throws IOException {
        Files.deleteIfExists(directory.resolve(NAME));
        Directories.force(directory); // a killed process may have removed it without a force
    }
}

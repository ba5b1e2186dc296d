package io.narrows.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A folder whose path is so long that the system rejects the paths of files in its subfolders whose names have
 * {@value #UNREADABLE} characters. Unlike missing permissions, this also stops root.
 */
public final class LongPath implements AutoCloseable {
    public static final int UNREADABLE = 250;

    private static final int LENGTH = 3950; // of the 4,095 that Linux allows
    private static final int LONGEST_NAME = 250;

    private final Path original;
    private final Path moved;

    private LongPath(Path original, Path moved) {
        this.original = original;
        this.moved = moved;
    }

    /** Moves a folder until the path is closed. */
    public static LongPath of(Path folder) throws IOException {
        Path parent = folder.resolveSibling("long");
        while (parent.toString().length() < LENGTH) {
            int missing = LENGTH - parent.toString().length();
            parent = parent.resolve("x".repeat(Math.min(missing, LONGEST_NAME)));
        }
        Files.createDirectories(parent);
        return new LongPath(folder, Files.move(folder, parent.resolve(folder.getFileName())));
    }

    public Path path() {
        return moved;
    }

    @Override
    public void close() throws IOException {
        Files.move(moved, original);
    }
}

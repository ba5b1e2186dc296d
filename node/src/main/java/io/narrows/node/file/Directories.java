package io.narrows.node.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/** What the JDK has not for directories. */
public final class Directories {
    private Directories() {}

    /**
     * Creates a directory and those above it that are missing; returns when the names of those that it has created are on the disk. Others
     * may create the same ones at the same time, and force what they create themselves.
     */
    public static void create(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath();
        if (Files.isDirectory(absolute)) {
            return;
        }
        create(absolute.getParent());
        Files.createDirectories(absolute); // which takes one that another has created by now
        force(absolute.getParent());
    }

    /** Deletes a directory with all that is in it; nothing happens when it is not there. */
    public static void delete(Path tree) throws IOException {
        if (!Files.exists(tree)) {
            return;
        }
        Files.walkFileTree(tree, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.delete(file);
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, IOException failure) throws IOException {
                if (failure != null) {
                    throw failure;
                }
                Files.delete(folder);
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** Returns when a file, or the entries of a directory, are on the disk. */
    public static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}

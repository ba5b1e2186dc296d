package io.narrows.node.file;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;

/** Directory operations missing from the JDK. */
public final class Directories {
    private Directories() {}

    /**
     * Creates a directory and its missing parents; returns when the names of the created directories are on disk. Others may
     * concurrently create the same directories and force those that they create.
     */
    public static void create(Path directory) throws IOException {
        Path absolute = directory.toAbsolutePath();
        Path parent = absolute.getParent();
        if (parent == null || Files.isDirectory(absolute)) {
            return;
        }
        create(parent);
        Files.createDirectories(absolute); // succeeds if another thread or process has created it in the meantime
        force(parent);
    }

    /** Deletes a directory tree; does nothing if it does not exist. */
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

    /** Makes the entry of a file or directory in its parent durable. The root directory has no parent. */
    public static void forceParent(Path path) throws IOException {
        Path parent = path.toAbsolutePath().getParent();
        if (parent != null) {
            force(parent);
        }
    }

    /** Forces a file, or the entries of a directory, to disk. */
    public static void force(Path path) throws IOException {
        try (FileChannel channel = FileChannel.open(path, StandardOpenOption.READ)) {
            channel.force(true);
        }
    }
}

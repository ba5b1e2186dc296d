package io.narrows.storage.db.interop;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Copies a directory's files into a new directory. */
final class DirectoryCopy {
    private DirectoryCopy() {}

    /** No file may be added or removed during the copy. */
    static Path of(Path directory, Path target) throws IOException {
        Files.createDirectories(target);
        for (Path file : files(directory)) {
            Files.copy(file, target.resolve(file.getFileName()));
        }
        return target;
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(Files::isRegularFile).toList();
        }
    }
}

package io.narrows.lab.bench.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Directories of benchmark databases. */
final class Directories {
    private Directories() {}

    /** Returns whether the directory has nothing that could be lost. */
    static boolean isEmptyOrMissing(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return true;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    /** Deletes the contents of a directory, or creates it if it does not exist. */
    static void empty(Path directory) throws IOException {
        Files.createDirectories(directory);
        try (Stream<Path> files = Files.walk(directory)) {
            List<Path> deepestFirst = files.filter(file -> !file.equals(directory))
                    .sorted(Comparator.reverseOrder())
                    .toList();
            for (Path file : deepestFirst) {
                Files.deleteIfExists(file);
            }
        }
    }

    static void delete(Path directory) throws IOException {
        empty(directory);
        Files.delete(directory);
    }

    /** Returns the total size of its files in bytes. Files deleted in the meantime do not count. */
    static long bytes(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.mapToLong(Directories::size).sum();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private static long size(Path file) {
        try {
            return Files.size(file);
        } catch (NoSuchFileException removed) {
            return 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

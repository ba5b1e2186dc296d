package io.narrows.cli.bench.db;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The directories that databases are made in. */
final class Directories {
    private Directories() {}

    /** Whether nothing is there that could be lost. */
    static boolean isEmptyOrMissing(Path directory) throws IOException {
        if (!Files.exists(directory)) {
            return true;
        }
        try (Stream<Path> files = Files.list(directory)) {
            return files.findAny().isEmpty();
        }
    }

    /** Removes all that is in it. Makes it when it is not there. */
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

    /** Bytes of all files in it. One that is removed meanwhile does not count. */
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

package io.narrows.node.mvcc;

import io.narrows.node.file.Directories;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The database directories of a keyspace: {@code 1/}, {@code 2/}, and so on. There is one, but for the moment in which another
 * database takes its place, and as long as somebody reads the one before; the highest counts. One that is not whole yet has
 * another name.
 */
final class Generations {
    private static final String NUMBER = "[1-9][0-9]*";
    private static final String UNFINISHED = ".new";
    /** These never change once they are written, so a link is as good as a copy. */
    private static final String TABLE_SUFFIX = ".sst";

    private final Path directory;

    Generations(Path directory) {
        this.directory = directory;
    }

    /** The directory of the database, which is not there yet if there is none. All others are deleted. */
    Path current() throws IOException {
        Files.createDirectories(directory);
        List<Path> found = all();
        for (Path old : found.subList(0, Math.max(0, found.size() - 1))) {
            Directories.delete(old);
        }
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path entry : entries.toList()) {
                if (entry.toString().endsWith(UNFINISHED)) {
                    Directories.delete(entry);
                }
            }
        }
        return found.isEmpty() ? directory.resolve("1") : found.get(found.size() - 1);
    }

    /** Makes the next generation of the files of another database, which stay; when it returns all of it is on the disk. */
    Path next(List<Path> files) throws IOException {
        List<Path> found = all();
        long number = found.isEmpty() ? 1 : number(found.get(found.size() - 1)) + 1;
        Path unfinished = directory.resolve(number + UNFINISHED);
        Directories.delete(unfinished);
        Files.createDirectories(unfinished);
        for (Path file : files) {
            take(file, unfinished.resolve(file.getFileName().toString()));
        }
        Directories.force(unfinished);
        Path finished = directory.resolve(Long.toString(number));
        Files.move(unfinished, finished, StandardCopyOption.ATOMIC_MOVE);
        Directories.force(directory);
        return finished;
    }

    private static void take(Path file, Path target) throws IOException {
        if (file.toString().endsWith(TABLE_SUFFIX)) {
            try {
                Files.createLink(target, file);
            } catch (UnsupportedOperationException | FileSystemException e) {
                Files.copy(file, target);
            }
        } else {
            Files.copy(file, target);
        }
        Directories.force(target);
    }

    /** From the lowest to the highest. */
    private List<Path> all() throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.filter(entry -> entry.getFileName().toString().matches(NUMBER))
                    .sorted(Comparator.comparingLong(Generations::number))
                    .toList();
        }
    }

    private static long number(Path generation) {
        return Long.parseLong(generation.getFileName().toString());
    }
}

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
 * The database directories of a keyspace:
 *
 * <pre>
 *   1/ 2/ …     the highest is the database; lower ones are still being read, or were left by a killed process
 *   N.new/      incomplete, or not opened yet
 *   N.damaged/  could not be opened; only the latest of these is kept
 * </pre>
 */
final class Generations {
    private static final String NUMBER = "[1-9][0-9]*";
    private static final String UNFINISHED = ".new";
    private static final String DAMAGED = ".damaged";
    /** Tables are immutable, so a hard link is as good as a copy. */
    private static final String TABLE_SUFFIX = ".sst";

    private final Path directory;

    Generations(Path directory) {
        this.directory = directory;
    }

    /**
     * Returns the directory of the database, which does not exist yet if there is none. Deletes all others. The name of the
     * keyspace's own directory is on disk on return.
     */
    Path current() throws IOException {
        Directories.create(directory);
        Directories.forceParent(directory); // a killed process may have created it without a force
        List<Path> found = all();
        for (Path old : found.subList(0, Math.max(0, found.size() - 1))) {
            Directories.delete(old);
        }
        deleteAll(UNFINISHED);
        return found.isEmpty() ? directory.resolve("1") : found.get(found.size() - 1);
    }

    /** Opens a database and closes it again. */
    interface Trial {
        /** @throws IOException if it cannot be opened */
        void open(Path directory) throws IOException;
    }

    /**
     * Creates the next generation from another database's files, which are kept. When it returns, all of it is on disk.
     *
     * @param trial test-opens the database before it is published
     * @throws IOException if it cannot be created or opened; in that case, nothing is left of it
     */
    Path next(List<Path> files, Trial trial) throws IOException {
        List<Path> found = all();
        long number = found.isEmpty() ? 1 : number(found.get(found.size() - 1)) + 1;
        Path unfinished = directory.resolve(number + UNFINISHED);
        Directories.delete(unfinished);
        try {
            Files.createDirectories(unfinished);
            for (Path file : files) {
                take(file, unfinished.resolve(file.getFileName().toString()));
            }
            trial.open(unfinished);
            Directories.force(unfinished);
        } catch (IOException | RuntimeException e) {
            Directories.delete(unfinished);
            throw e;
        }
        Path finished = directory.resolve(Long.toString(number));
        Files.move(unfinished, finished, StandardCopyOption.ATOMIC_MOVE);
        Directories.force(directory);
        return finished;
    }

    /** Renames the latest generation so that it is kept, and returns the directory for a new one. */
    Path setAside() throws IOException {
        List<Path> found = all();
        Path damaged = found.get(found.size() - 1);
        deleteAll(DAMAGED);
        Files.move(damaged, aside(damaged), StandardCopyOption.ATOMIC_MOVE);
        Directories.force(directory);
        return directory.resolve(Long.toString(number(damaged) + 1));
    }

    /** Returns the name of a generation after {@link #setAside}. */
    static Path aside(Path generation) {
        return generation.resolveSibling(generation.getFileName() + DAMAGED);
    }

    private void deleteAll(String suffix) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path entry : entries.toList()) {
                if (entry.toString().endsWith(suffix)) {
                    Directories.delete(entry);
                }
            }
        }
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

    /** Returns all generations in ascending order. */
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

package io.narrows.cli.db;

import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Watches the growth of tables that a directory did not have at first. This is the only visible progress of a running
 * compaction.
 */
final class NewTables {
    private final Path directory;
    private final Set<Path> old;
    private final Map<Path, Long> seen = new HashMap<>();

    private NewTables(Path directory, Set<Path> old) {
        this.directory = directory;
        this.old = old;
    }

    static NewTables since(Path directory) throws IOException {
        Set<Path> old = new HashSet<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, NewTables::isTable)) {
            files.forEach(old::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return new NewTables(directory, old);
    }

    /** Returns the growth in bytes since the last call. A file that cannot be read now is counted later, or not at all. */
    long growth() {
        long growth = 0;
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory, NewTables::isTable)) {
            for (Path file : files) {
                if (!old.contains(file)) {
                    long size = Files.size(file);
                    growth += size - seen.getOrDefault(file, 0L);
                    seen.put(file, size);
                }
            }
        } catch (IOException | DirectoryIteratorException e) {
            return growth;
        }
        return growth;
    }

    private static boolean isTable(Path file) {
        return file.getFileName().toString().endsWith(".sst");
    }
}

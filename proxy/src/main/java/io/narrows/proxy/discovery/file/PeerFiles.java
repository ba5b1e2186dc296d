package io.narrows.proxy.discovery.file;

import io.narrows.config.SourceFile;
import io.narrows.config.watch.WatchedFile;
import io.narrows.config.watch.WatchedFile.Look;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The watched files: one file, or all YAML and JSON files of a folder. Hidden files are left out, and with them the target
 * of a Kubernetes volume's symbolic links, to which its visible files lead. A new or removed file counts once nothing
 * changed between two looks. Not thread-safe.
 */
final class PeerFiles {
    private static final List<String> ENDINGS = List.of(".yaml", ".yml", ".json");
    private static final int MOST_FILES = 1_000;

    private final Path path;
    private final Map<Path, WatchedFile> watched = new TreeMap<>();
    private boolean pending = true;

    PeerFiles(Path path) {
        this.path = path;
    }

    /**
     * Compares the files with those in use. The first look never finds a complete change.
     *
     * @throws IOException if they cannot be watched; the message is for users
     */
    Look look() throws IOException {
        List<Path> present = present();
        if (!watched.keySet().equals(Set.copyOf(present))) {
            watched.keySet().retainAll(present);
            present.forEach(file -> watched.computeIfAbsent(file, WatchedFile::new));
            pending = true;
            return Look.CHANGING;
        }
        Set<Look> looks = EnumSet.noneOf(Look.class);
        for (WatchedFile file : watched.values()) {
            looks.add(file.look());
        }
        if (looks.contains(Look.CHANGING)) {
            return Look.CHANGING;
        }
        return pending || looks.contains(Look.CHANGED) ? Look.CHANGED : Look.SAME;
    }

    /** Considers the contents of the last look to be in use, and returns the files; call before reading them. */
    List<Path> use() {
        pending = false;
        Collection<WatchedFile> files = watched.values();
        files.forEach(WatchedFile::use);
        return List.copyOf(watched.keySet());
    }

    /** Returns whether all files still have the contents in use. If not, a later look finds a change. */
    boolean unchanged() {
        pending = !watched.values().stream().allMatch(WatchedFile::unchanged);
        return !pending;
    }

    private List<Path> present() throws IOException {
        List<Path> files = Files.isDirectory(path) ? inFolder() : List.of(path);
        for (Path file : files) {
            if (Files.exists(file) && !Files.isRegularFile(file)) {
                throw new IOException(file + " is not a regular file");
            }
            if (Files.exists(file) && Files.size(file) > SourceFile.MAX_BYTES) {
                throw new IOException(file + " is larger than " + (SourceFile.MAX_BYTES >> 20) + " MiB");
            }
        }
        return files;
    }

    private List<Path> inFolder() throws IOException {
        List<Path> files = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(path, PeerFiles::counts)) {
            entries.forEach(files::add);
        } catch (NotDirectoryException e) {
            return List.of(path); // replaced by a file just now
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        if (files.isEmpty()) {
            throw new IOException(
                    path + " has no *.yaml, *.yml or *.json file; a file that contains [] means no peers");
        }
        if (files.size() > MOST_FILES) {
            throw new IOException(path + " has more than " + MOST_FILES + " files");
        }
        return files;
    }

    private static boolean counts(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".") && ENDINGS.stream().anyMatch(name::endsWith) && !Files.isDirectory(file);
    }
}

package io.narrows.proxy.dictionary;

import io.narrows.codec.dictionary.DictionaryFile;
import io.narrows.codec.dictionary.DictionaryFileException;
import io.narrows.config.PeerId;
import io.narrows.config.TargetName;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The directory of a store: {@code PEER/TARGET/DIRECTION/NAME.dict}, see {@link DictionaryKey}. Anything else in it is reported once and
 * left alone. Files and directories that cannot be used are left out until they change, and reported whenever their problem is another one.
 * Used by one thread at a time.
 */
final class StoreDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(StoreDirectory.class);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*\\.dict");

    /** A name under which {@link DictionaryFile} writes a file before it has its own. */
    private static final Pattern UNFINISHED = Pattern.compile("\\.[A-Za-z0-9][A-Za-z0-9._-]*\\.dict\\..*\\.tmp");

    private final Path root;
    private final ReportedPaths reported = new ReportedPaths();
    private final ReportedPaths openReported = new ReportedPaths();

    /** Files and directories that could not be used. */
    private final Map<Path, Unusable> unusable = new HashMap<>();

    /** Those that have changed since, and are not known to be usable yet, with the problem that was logged. */
    private final Map<Path, Problem> changed = new HashMap<>();

    /**
     * A reason why a path cannot be used. Two with the same kind are the same problem, even if the path has changed.
     *
     * @param detail the message, which may have numbers that differ with each content
     */
    record Problem(String kind, String detail) {
        static Problem of(DictionaryFileException failure) {
            return new Problem(failure.fault().name(), String.valueOf(failure.getMessage()));
        }

        static Problem of(IOException failure) {
            return new Problem(kind(failure), String.valueOf(failure));
        }

        /** @param failure of reading a directory */
        static Problem ofDirectory(IOException failure) {
            return new Problem(kind(failure), "cannot read the directory: " + failure);
        }

        /** Returns the class and, as one class stands for most errors of the operating system, the reason. */
        private static String kind(IOException failure) {
            String kind = failure.getClass().getName();
            return failure instanceof FileSystemException known ? kind + ": " + known.getReason() : kind;
        }
    }

    /** @param before the state of the path before it was read */
    private record Unusable(PathState before, Problem problem) {}

    StoreDirectory(Path root) {
        this.root = root;
    }

    /** Returns the directory of a key, created if it does not exist, for its owner only. */
    Path create(DictionaryKey key) throws IOException {
        return Files.createDirectories(
                root.resolve(key.directory()),
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    }

    /** Returns whether a file or directory could not be used, so that {@link #hasChanged} has something to look for. */
    boolean hasUnusable() {
        return !unusable.isEmpty();
    }

    /** Returns whether a file or directory of a peer that could not be used has changed since: its content, its permissions or its owner. */
    boolean hasChanged(PeerId peer) {
        return unusable.entrySet().stream()
                .anyMatch(entry ->
                        hasChanged(peer, entry.getKey(), entry.getValue().before()));
    }

    /** Has files and directories of a peer that have changed since they could not be used among {@link #files} again. */
    void lookAgain(PeerId peer) {
        changed.keySet().removeIf(path -> isOf(peer, path) && !Files.exists(path, LinkOption.NOFOLLOW_LINKS));
        for (Map.Entry<Path, Unusable> entry : List.copyOf(unusable.entrySet())) {
            Path path = entry.getKey();
            if (hasChanged(peer, path, entry.getValue().before())) {
                unusable.remove(path);
                changed.put(path, entry.getValue().problem());
            }
        }
    }

    private boolean hasChanged(PeerId peer, Path path, PathState before) {
        return isOf(peer, path) && !before.equals(PathState.of(path));
    }

    /** The directory of all peers is looked at for each of them. */
    private boolean isOf(PeerId peer, Path path) {
        return path.equals(root) || path.startsWith(root.resolve(peer.value()));
    }

    /** Reports that a file or directory can be used, if it could not be used before. */
    void isUsable(Path path) {
        if (changed.remove(path) != null) {
            LOG.atInfo()
                    .addKeyValue("path", path)
                    .log("using a path in the store of dictionaries again, as it has changed");
        }
    }

    /**
     * Returns the files of all peers, except those that were reported.
     *
     * @throws IOException if the permissions of the directory cannot be read
     */
    List<StoredFile> files() throws IOException {
        warnIfOpenToOthers(root);
        List<StoredFile> files = new ArrayList<>();
        for (Path child : children(root)) {
            Optional<PeerId> peer = PeerId.of(child.getFileName().toString()).filter(id -> isDirectory(child));
            if (peer.isPresent()) {
                addFiles(peer.get(), files);
            } else {
                report(child, "not the directory of a peer");
            }
        }
        return files;
    }

    /**
     * Returns the files of a peer, except those that were reported.
     *
     * @throws IOException if the permissions of the directory cannot be read
     */
    List<StoredFile> files(PeerId peer) throws IOException {
        warnIfOpenToOthers(root);
        List<StoredFile> files = new ArrayList<>();
        addFiles(peer, files);
        return files;
    }

    private void addFiles(PeerId peer, List<StoredFile> files) {
        for (Path child : children(root.resolve(peer.value()))) {
            Optional<TargetName> target =
                    TargetName.of(child.getFileName().toString()).filter(name -> isDirectory(child));
            if (target.isEmpty()) {
                report(child, "not the directory of a target");
                continue;
            }
            for (Path directory : children(child)) {
                Optional<DictionaryKey> key = DictionaryKey.of(
                                peer, target.get(), directory.getFileName().toString())
                        .filter(of -> isDirectory(directory));
                if (key.isPresent()) {
                    addFiles(key.get(), directory, files);
                } else {
                    report(directory, "not the directory of a direction");
                }
            }
        }
    }

    private void addFiles(DictionaryKey key, Path directory, List<StoredFile> files) {
        for (Path child : children(directory)) {
            PathState before = PathState.of(child);
            try {
                addFile(key, child, files);
            } catch (IOException e) {
                reportUnreadable(child, before, e);
            }
        }
    }

    private void addFile(DictionaryKey key, Path child, List<StoredFile> files) throws IOException {
        String name = child.getFileName().toString();
        BasicFileAttributes attributes =
                Files.readAttributes(child, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (UNFINISHED.matcher(name).matches()) {
            Files.deleteIfExists(child); // this process has ended while it wrote the file
        } else if (!NAME.matcher(name).matches() || !attributes.isRegularFile()) {
            report(child, "not a file named NAME.dict");
        } else if (!unusable.containsKey(child)) {
            files.add(new StoredFile(
                    key, child, attributes.size(), attributes.lastModifiedTime().toMillis()));
        }
    }

    /** Renames a file that this user may not read, or that does not contain the dictionary of its name, and reports it. */
    void moveAside(Path file) throws IOException {
        Path aside = file.resolveSibling(file.getFileName() + ".damaged");
        Files.move(file, aside, StandardCopyOption.REPLACE_EXISTING);
        unusable.remove(file);
        changed.remove(file);
        reported.add(aside);
        LOG.atWarn()
                .addKeyValue("path", file)
                .addKeyValue("renamed", aside)
                .log(
                        "file of a dictionary was damaged or not readable by this user; renamed it and writing the dictionary again");
    }

    /** Reports a path that is not of the store, once. */
    private void report(Path path, String problem) {
        if (reported.add(path)) {
            LOG.atWarn()
                    .addKeyValue("path", path)
                    .addKeyValue("detail", problem)
                    .log("cannot use a path in the store of dictionaries; leaving it alone");
        }
    }

    /**
     * Leaves a file or directory that cannot be used out until it changes, and reports it. One that has changed, but has the same kind of
     * problem as before, is not reported again: something may write it every minute.
     *
     * @param before its state before it was read
     */
    void reportUnusable(Path path, PathState before, Problem problem) {
        if (unusable.putIfAbsent(path, new Unusable(before, problem)) != null) {
            return;
        }
        Problem last = changed.remove(path);
        boolean isKnown = last != null && last.kind().equals(problem.kind());
        LOG.atLevel(isKnown ? Level.DEBUG : Level.WARN)
                .addKeyValue("path", path)
                .addKeyValue("detail", problem.detail())
                .log("cannot use a path in the store of dictionaries; leaving it out until it changes");
    }

    /** Reports a file that cannot be read like {@link #reportUnusable}; nothing if it was deleted meanwhile. */
    void reportUnreadable(Path file, PathState before, IOException failure) {
        if (!(failure instanceof NoSuchFileException)) {
            reportUnusable(file, before, Problem.of(failure));
        }
    }

    /** Warns, once, if users other than the owner can read or change a directory or file. */
    void warnIfOpenToOthers(Path path) throws IOException {
        if (Files.exists(path) && DictionaryFile.isOpenToOthers(path) && openReported.add(path)) {
            LOG.atWarn()
                    .addKeyValue("path", path)
                    .log(
                            "other users can read or change dictionaries, which contain traffic; remove their permissions");
        }
    }

    private static boolean isDirectory(Path path) {
        return Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS);
    }

    /** Returns what a directory contains; nothing if it does not exist, or cannot be read, which is reported. */
    private List<Path> children(Path directory) {
        PathState before = PathState.of(directory);
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            List<Path> children = children(stream);
            isUsable(directory);
            return children;
        } catch (NoSuchFileException e) {
            return List.of(); // nothing was stored yet
        } catch (IOException e) {
            reportUnusable(directory, before, Problem.ofDirectory(e));
            return List.of();
        }
    }

    /** Returns what a directory contains; iterators of directories wrap exceptions of the file system. */
    static List<Path> children(DirectoryStream<Path> stream) throws IOException {
        List<Path> children = new ArrayList<>();
        try {
            stream.forEach(children::add);
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return children;
    }
}

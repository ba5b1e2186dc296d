package io.narrows.storage.db;

import io.narrows.storage.file.InterruptSafeFile;
import io.narrows.storage.version.DbState;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.FileNames;
import io.narrows.storage.version.Manifest;
import io.narrows.storage.version.Version;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;

/**
 * Copies the state of a database at one moment into a separate database: tables are hard-linked, and the bytes written
 * to the logs so far are copied. The directory gets its final name only once it is complete and on disk.
 */
final class Checkpoint {
    private final Path directory;
    private final Families families;
    private final CheckpointFiles files;
    private final WriteQueue writes;
    private final Memtables memtables;
    private final BackgroundError error;

    Checkpoint(
            Path directory,
            Families families,
            CheckpointFiles files,
            WriteQueue writes,
            Memtables memtables,
            BackgroundError error) {
        this.directory = directory;
        this.families = families;
        this.files = files;
        this.writes = writes;
        this.memtables = memtables;
        this.error = error;
    }

    /** @throws FileAlreadyExistsException if the target exists, or an earlier checkpoint to it was not finished */
    void create(Path target) throws IOException {
        requireAbsent(target);
        try (PendingCheckpoint pending = begin()) {
            pending.write(target);
        }
    }

    /** Captures the state of the database between two writes. */
    PendingCheckpoint begin() throws IOException {
        CheckpointFiles.Request request = writes.between(this::capture);
        return new PendingCheckpoint(
                target -> {
                    requireAbsent(target);
                    write(files.await(request), target);
                },
                () -> files.release(request));
    }

    private static void requireAbsent(Path target) throws FileAlreadyExistsException {
        if (Files.exists(target)) {
            throw new FileAlreadyExistsException(
                    target.toString(), null, "expected: a directory that does not exist yet");
        }
    }

    private void write(CheckpointFiles.Captured captured, Path target) throws IOException {
        Path unfinished = target.resolveSibling(target.getFileName() + ".unfinished");
        makeDirectory(unfinished);
        try {
            linkTables(captured, unfinished);
            copyLogs(captured, unfinished);
            writeManifest(captured, unfinished);
            InterruptSafeFile.forceDirectory(unfinished);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
            InterruptSafeFile.forceParent(target);
        } catch (IOException | RuntimeException | Error e) {
            removeFlat(unfinished);
            throw e;
        }
    }

    private static void makeDirectory(Path unfinished) throws IOException {
        try {
            Files.createDirectory(unfinished);
        } catch (FileAlreadyExistsException e) {
            throw new FileAlreadyExistsException(
                    unfinished.toString(), null, "left over from an unfinished checkpoint (remove it)");
        }
    }

    /** Runs between two writes. Entries that are in no log are flushed first, if others are in a log. */
    private CheckpointFiles.Request capture() throws IOException {
        if (!memtables.ownLog()) {
            memtables.seal(families.all());
            return files.onceFlushed();
        }
        List<Family> unlogged =
                families.all().stream().filter(Family::isUnlogged).toList();
        if (!unlogged.isEmpty()) {
            memtables.seal(unlogged);
            families.await(error, () -> unlogged.stream().noneMatch(Family::isUnlogged));
        }
        return files.now();
    }

    private void linkTables(CheckpointFiles.Captured captured, Path target) throws IOException {
        for (SuperVersion view : captured.views()) {
            Version version = view.version();
            for (int level = 0; level < version.levels(); level++) {
                for (FileMetadata file : version.level(level)) {
                    link(FileNames.existingTable(directory, file.number()), FileNames.table(target, file.number()));
                }
            }
        }
    }

    /** Links a file, or copies it if the file system has no hard links or the target is on another disk. */
    private static void link(Path file, Path name) throws IOException {
        try {
            Files.createLink(name, file);
        } catch (UnsupportedOperationException | IOException e) {
            Files.copy(file, name);
            try (FileChannel copy = FileChannel.open(name, StandardOpenOption.WRITE)) {
                copy.force(true);
            }
        }
    }

    private void copyLogs(CheckpointFiles.Captured captured, Path target) throws IOException {
        for (Map.Entry<Long, Long> log : captured.logs().entrySet()) {
            copy(FileNames.log(directory, log.getKey()), log.getValue(), FileNames.log(target, log.getKey()));
        }
    }

    private static void copy(Path file, long length, Path name) throws IOException {
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel to = FileChannel.open(name, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long copied = 0;
            while (copied < length) {
                long part = from.transferTo(copied, length - copied, to);
                if (part <= 0) {
                    throw new EOFException(file + ": ends after " + copied + " of " + length + " bytes");
                }
                copied += part;
            }
            to.force(true);
        }
    }

    private static void writeManifest(CheckpointFiles.Captured captured, Path target) throws IOException {
        DbState state = captured.state();
        long number = state.nextFile();
        Manifest.create(target, number, state.withManifest(number).snapshot()).close();
    }

    private static void removeFlat(Path directory) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
            for (Path file : files) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}

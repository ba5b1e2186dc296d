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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A database of its own, as this one was at one moment: its tables are hard links, its logs copies of what was written then.
 * The directory has its name only when it is whole and on disk.
 */
final class Checkpoint {
    /** What there was at the moment; views keep tables, a pin keeps logs. */
    private record Moment(DbState state, List<SuperVersion> views, Map<Long, Long> logs) {}

    private final Path directory;
    private final Families families;
    private final VersionSet versions;
    private final Wal wal;
    private final WriteQueue writes;
    private final Memtables memtables;
    private final BackgroundError error;

    Checkpoint(
            Path directory,
            Families families,
            VersionSet versions,
            Wal wal,
            WriteQueue writes,
            Memtables memtables,
            BackgroundError error) {
        this.directory = directory;
        this.families = families;
        this.versions = versions;
        this.wal = wal;
        this.writes = writes;
        this.memtables = memtables;
        this.error = error;
    }

    /** @throws FileAlreadyExistsException when there is something at the target, or a checkpoint to it was not finished */
    void create(Path target) throws IOException {
        requireAbsent(target);
        try (PendingCheckpoint pending = begin()) {
            pending.write(target);
        }
    }

    /** Captures the database as it is between two writes. */
    PendingCheckpoint begin() throws IOException {
        Moment moment = writes.between(this::capture);
        return new PendingCheckpoint(
                target -> {
                    requireAbsent(target);
                    write(moment, target);
                },
                () -> {
                    moment.views().forEach(SuperVersion::release);
                    wal.unpin();
                });
    }

    private static void requireAbsent(Path target) throws FileAlreadyExistsException {
        if (Files.exists(target)) {
            throw new FileAlreadyExistsException(
                    target.toString(), null, "expected: a directory that is not there yet");
        }
    }

    private void write(Moment moment, Path target) throws IOException {
        Path unfinished = target.resolveSibling(target.getFileName() + ".unfinished");
        makeDirectory(unfinished);
        try {
            linkTables(moment, unfinished);
            copyLogs(moment, unfinished);
            writeManifest(moment, unfinished);
            InterruptSafeFile.forceDirectory(unfinished);
            Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
            InterruptSafeFile.forceDirectory(target.toAbsolutePath().getParent());
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
                    unfinished.toString(), null, "left of a checkpoint that was not finished (expected: remove it)");
        }
    }

    /** Between two writes. What is in no log is flushed before. */
    private Moment capture() throws IOException {
        List<Family> unlogged =
                families.all().stream().filter(Family::isUnlogged).toList();
        if (!unlogged.isEmpty()) {
            memtables.seal(unlogged);
            families.await(error, () -> unlogged.stream().noneMatch(Family::isUnlogged));
        }
        return versions.frozen(state -> {
            List<SuperVersion> views = new ArrayList<>();
            families.all().forEach(family -> views.add(family.retain()));
            return new Moment(versions.numbered(state), views, wal.pin());
        });
    }

    private void linkTables(Moment moment, Path target) throws IOException {
        for (SuperVersion view : moment.views()) {
            Version version = view.version();
            for (int level = 0; level < version.levels(); level++) {
                for (FileMetadata file : version.level(level)) {
                    link(FileNames.existingTable(directory, file.number()), FileNames.table(target, file.number()));
                }
            }
        }
    }

    /** Where there are no hard links, or the target is on another disk, it is a copy. */
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

    private void copyLogs(Moment moment, Path target) throws IOException {
        for (Map.Entry<Long, Long> log : moment.logs().entrySet()) {
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

    private static void writeManifest(Moment moment, Path target) throws IOException {
        DbState state = moment.state();
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

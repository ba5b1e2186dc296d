package io.narrows.storage.db;

import io.narrows.codec.Codecs;
import io.narrows.storage.file.InterruptSafeFile;
import io.narrows.storage.version.FileMetadata;
import io.narrows.storage.version.FileNames;
import io.narrows.storage.version.VersionEdit;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Adds external files to a family as its newest files, either all of them or none. First links or copies them into the
 * database's directory, which can be slow; then publishes them between two writes.
 */
final class Ingestion {
    /** A file in the database's directory, on disk, that no MANIFEST names yet. */
    private record Taken(ExternalFile source, long number, long size) {
        FileMetadata at(long sequence) {
            return FileMetadata.of(
                    number,
                    size,
                    source.smallest().at(sequence),
                    source.largest().at(sequence),
                    sequence,
                    sequence,
                    0);
        }
    }

    private final Path directory;
    private final Codecs codecs;
    private final Families families;
    private final VersionSet versions;
    private final AtomicLong lastSequence;

    Ingestion(Path directory, Codecs codecs, Families families, VersionSet versions, AtomicLong lastSequence) {
        this.directory = directory;
        this.codecs = codecs;
        this.families = families;
        this.versions = versions;
        this.lastSequence = lastSequence;
    }

    /**
     * Files that are in the directory, but not yet in the database. After a crash no MANIFEST names them, and the next
     * opening removes them.
     */
    final class Prepared implements Closeable {
        private final List<Taken> files = new ArrayList<>();
        private final IngestOptions options;

        /** Whether the MANIFEST may have them. */
        private boolean applied;

        private Prepared(IngestOptions options) {
            this.options = options;
        }

        /**
         * Adds the files to a family. Requires that until it returns nothing is written, none of the family's entries
         * are in memory, and the family is not dropped.
         *
         * @throws IOException if the MANIFEST may or may not name the files; they stay in the directory
         */
        void publish(Family family) throws IOException {
            applied = true;
            long sequence = lastSequence.get() + 1;
            Ingestion.this.publish(
                    family, files.stream().map(file -> file.at(sequence)).toList(), sequence);
        }

        /** Removes the files' original names if they are to be moved. A name that cannot be removed stays. */
        void removeSources() {
            if (options.moveFiles()) {
                for (Taken file : files) {
                    try {
                        Files.deleteIfExists(file.source().path());
                    } catch (IOException e) {
                        // the ingestion has succeeded: reporting a failure would be wrong
                    }
                }
            }
        }

        /** Removes the files from the directory, unless {@link #publish} has begun. */
        @Override
        public void close() throws IOException {
            if (!applied) {
                for (Taken file : files) {
                    Files.deleteIfExists(FileNames.table(directory, file.number()));
                }
            }
        }
    }

    /**
     * Verifies files and brings them into the directory, durably.
     *
     * @throws IllegalArgumentException if files overlap each other, or were not written for ingestion
     */
    Prepared prepare(List<Path> paths, IngestOptions options) throws IOException {
        Prepared prepared = new Prepared(options);
        try {
            for (ExternalFile file : examine(paths)) {
                prepared.files.add(take(file, options));
            }
            InterruptSafeFile.forceDirectory(directory);
            return prepared;
        } catch (IOException | RuntimeException | Error e) {
            prepared.close();
            throw e;
        }
    }

    private List<ExternalFile> examine(List<Path> paths) throws IOException {
        List<ExternalFile> files = new ArrayList<>();
        for (Path path : paths) {
            files.add(ExternalFile.examine(path, codecs));
        }
        files.sort(Comparator.comparing(file -> file.smallest().key()));
        for (int i = 1; i < files.size(); i++) {
            files.get(i - 1).requireBefore(files.get(i));
        }
        return files;
    }

    private Taken take(ExternalFile file, IngestOptions options) throws IOException {
        long number = versions.newFile();
        Path name = FileNames.table(directory, number);
        try {
            if (options.moveFiles() && linked(name, file.path())) {
                force(name);
            } else {
                copy(file.path(), name);
            }
            return new Taken(file, number, Files.size(name));
        } catch (IOException | RuntimeException | Error e) {
            Files.deleteIfExists(name);
            throw e;
        }
    }

    /** Hard-links a file; returns false if that is not possible. */
    private static boolean linked(Path name, Path file) {
        if (Files.isSymbolicLink(file)) {
            return false;
        }
        try {
            Files.createLink(name, file);
            return true;
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    private static void force(Path name) throws IOException {
        try (FileChannel channel = FileChannel.open(name, StandardOpenOption.WRITE)) {
            channel.force(true);
        }
    }

    private static void copy(Path file, Path name) throws IOException {
        try (FileChannel from = FileChannel.open(file, StandardOpenOption.READ);
                FileChannel to = FileChannel.open(name, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            long size = from.size();
            long copied = 0;
            while (copied < size) {
                long part = from.transferTo(copied, size - copied, to);
                if (part <= 0) {
                    throw new EOFException(file + ": ends after " + copied + " of " + size + " bytes");
                }
                copied += part;
            }
            to.force(true);
        }
    }

    private void publish(Family family, List<FileMetadata> files, long sequence) throws IOException {
        int id = family.handle().id();
        versions.apply(
                state -> {
                    VersionEdit edit = new VersionEdit().family(id).lastSequence(sequence);
                    long epoch = state.family(id).nextEpoch();
                    for (FileMetadata file : files) {
                        edit.addFile(0, file.withEpoch(epoch++));
                    }
                    return List.of(edit);
                },
                state -> {
                    families.change(
                            family,
                            view -> families.view(
                                    view.active(),
                                    view.sealed(),
                                    state.family(id).version()));
                    lastSequence.set(sequence); // no write is in progress; a snapshot with this number sees the files
                });
    }
}

package io.narrows.storage.version;

import io.narrows.storage.Slice;
import io.narrows.storage.log.CorruptLogException;
import io.narrows.storage.log.LogReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Reads the active MANIFEST. Every exception names the file and the offset of the record. */
final class ManifestReader {
    private final Path directory;
    private final long number;
    private final Path file;
    private final StateBuilder state;

    /** Edits of a group whose last edit has not been read yet. */
    private final List<VersionEdit> group = new ArrayList<>();

    private int edits;
    private int snapshotEdits;

    /** Offset of the group's first edit. */
    private long groupAt;

    private boolean hasLogNumber;
    private boolean hasNextFile;
    private boolean hasLastSequence;

    ManifestReader(Path directory) throws IOException {
        this.directory = directory;
        this.number = CurrentFile.read(directory);
        this.file = FileNames.manifest(directory, number);
        this.state = new StateBuilder(DbState.fresh("").withManifest(number));
    }

    DbState read() throws IOException {
        try (LogReader log = LogReader.open(file, 0)) {
            OptionalLong end = readEdits(log);
            checkBeginning(end.orElse(Files.size(file)));
            DbState read = state();
            if (end.isPresent() || !group.isEmpty()) {
                DirectoryContent.checkNothingLost(directory, file, group.isEmpty() ? end.orElseThrow() : groupAt, read);
            }
            return read;
        } catch (NoSuchFileException e) {
            throw new CorruptDirectoryException(file, 0, "the file is missing, but CURRENT names it", e);
        }
    }

    /** Reads all edits; returns the offset of a truncated last record, empty if the last record is complete. */
    private OptionalLong readEdits(LogReader log) throws IOException {
        try {
            for (Slice record = log.next(); record != null; record = log.next()) {
                groupAt = group.isEmpty() ? log.recordOffset() : groupAt;
                add(decode(record, log.recordOffset()), log.recordOffset());
            }
        } catch (CorruptLogException e) {
            // power may have failed during the last write; RocksDB's MANIFEST has no log starts to confirm that
            if (e.validRecordFollows() || !hasNextFile || !DirectoryContent.hasAllLogs(directory, state())) {
                throw e;
            }
            return OptionalLong.of(e.offset());
        }
        return log.tail().isTorn() ? OptionalLong.of(log.tail().tornAt()) : OptionalLong.empty();
    }

    /** Checks that the initial snapshot is complete, as it was on disk before CURRENT named the file. */
    private void checkBeginning(long size) throws CorruptDirectoryException {
        if (edits < snapshotEdits) {
            throw new CorruptDirectoryException(
                    file, size, "the file ends after " + edits + " edits (expected: at least " + snapshotEdits + ")");
        }
    }

    private void add(VersionEdit edit, long offset) throws IOException {
        OptionalInt remaining = edit.remainingInGroup();
        if (!group.isEmpty()) {
            int expected = group.get(group.size() - 1).remainingInGroup().orElseThrow() - 1;
            if (remaining.orElse(-1) != expected) {
                String found =
                        remaining.isPresent() ? "with " + remaining.getAsInt() + " to follow" : "without a group";
                throw new CorruptDirectoryException(
                        file, offset, "an edit " + found + " within a group (expected: " + expected + " to follow)");
            }
        }
        edits++;
        snapshotEdits = edit.snapshotEdits().orElse(snapshotEdits);
        group.add(edit);
        if (remaining.orElse(0) == 0) {
            apply(offset);
        }
    }

    private VersionEdit decode(Slice record, long offset) throws IOException {
        try {
            return VersionEdit.decode(record);
        } catch (MalformedEditException e) {
            throw new CorruptDirectoryException(file, offset, e.getMessage(), e);
        } catch (UnsupportedEditException e) {
            throw new UnsupportedDirectoryException(file, offset, e);
        }
    }

    private void apply(long offset) throws CorruptDirectoryException {
        try {
            for (VersionEdit edit : group) {
                state.apply(edit);
                hasLogNumber |= edit.logNumber().isPresent();
                hasNextFile |= edit.nextFile().isPresent();
                hasLastSequence |= edit.lastSequence().isPresent();
            }
        } catch (InconsistentVersionException e) {
            throw new CorruptDirectoryException(file, offset, e.getMessage(), e);
        }
        group.clear();
    }

    private DbState state() throws IOException {
        checkHas(hasLogNumber, "log number");
        checkHas(hasNextFile, "next file number");
        checkHas(hasLastSequence, "last sequence");
        try {
            state.raiseNextFile(DirectoryContent.highestNumber(directory) + 1);
            return state.build();
        } catch (InconsistentVersionException e) {
            throw new CorruptDirectoryException(file, 0, e.getMessage(), e);
        }
    }

    private void checkHas(boolean has, String what) throws CorruptDirectoryException {
        if (!has) {
            throw new CorruptDirectoryException(file, 0, "no " + what + " (expected: at least one)");
        }
    }
}

package io.narrows.storage.version;

import io.narrows.storage.Slice;
import io.narrows.storage.log.LogReader;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Reads the MANIFEST in force. Each refusal names the file and the offset of the record. */
final class ManifestReader {
    private final Path directory;
    private final long number;
    private final Path file;
    private final StateBuilder state;

    /** Edits of a group whose last one has not come. */
    private final List<VersionEdit> group = new ArrayList<>();

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
            long groupAt = 0;
            for (Slice record = log.next(); record != null; record = log.next()) {
                groupAt = group.isEmpty() ? log.recordOffset() : groupAt;
                add(decode(record, log.recordOffset()), log.recordOffset());
            }
            DbState read = state();
            if (log.tail().isTorn() || !group.isEmpty()) {
                long lostAt = group.isEmpty() ? log.tail().tornAt() : groupAt;
                DirectoryContent.checkNothingLost(directory, file, lostAt, read);
            }
            return read;
        } catch (NoSuchFileException e) {
            throw new CorruptDirectoryException(file, 0, "the file is missing, but CURRENT names it", e);
        }
    }

    private void add(VersionEdit edit, long offset) throws IOException {
        OptionalInt remaining = edit.remainingInGroup();
        if (!group.isEmpty()) {
            int expected = group.get(group.size() - 1).remainingInGroup().orElseThrow() - 1;
            if (remaining.orElse(-1) != expected) {
                String found = remaining.isPresent() ? "of which " + remaining.getAsInt() + " follow" : "of no group";
                throw new CorruptDirectoryException(
                        file, offset, "an edit " + found + " within a group (expected: of which " + expected + ")");
            }
        }
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

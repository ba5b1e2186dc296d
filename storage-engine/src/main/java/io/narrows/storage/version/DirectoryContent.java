package io.narrows.storage.version;

import io.narrows.storage.Slice;
import io.narrows.storage.log.CorruptLogException;
import io.narrows.storage.log.LogReader;
import io.narrows.storage.log.UnsupportedLogException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Inspects the files in a database's directory, independently of its MANIFEST. */
final class DirectoryContent {
    private static final Set<FileNames.Kind> DATA = EnumSet.of(FileNames.Kind.TABLE, FileNames.Kind.BLOB);

    private DirectoryContent() {}

    /** Returns the files of a directory that have a database's file names. */
    private static Map<Path, FileNames.Parsed> list(Path directory) throws IOException {
        Map<Path, FileNames.Parsed> files = new HashMap<>();
        try (DirectoryStream<Path> stream = Files.newDirectoryStream(directory)) {
            for (Path path : stream) {
                FileNames.parse(path.getFileName().toString()).ifPresent(parsed -> files.put(path, parsed));
            }
        }
        return files;
    }

    /** Returns the highest number in a file name; 0 if there is none. */
    static long highestNumber(Path directory) throws IOException {
        return list(directory).values().stream()
                .mapToLong(FileNames.Parsed::number)
                .max()
                .orElse(0);
    }

    /** See {@link DbState#exists}. */
    static boolean hasDatabase(Path directory) throws IOException {
        if (!Files.isDirectory(directory)) {
            return false;
        }
        if (Files.exists(FileNames.current(directory))) {
            return true;
        }
        for (Map.Entry<Path, FileNames.Parsed> file : list(directory).entrySet()) {
            if (isData(file.getValue().kind(), file.getKey())) {
                throw new CorruptDirectoryException(
                        FileNames.current(directory),
                        0,
                        "the file is missing, but " + file.getKey().getFileName()
                                + " exists; without CURRENT it is unknown which files belong to the database");
            }
        }
        return false;
    }

    /** Returns whether a file holds data. Creating a database writes an empty log and a MANIFEST, then CURRENT. */
    private static boolean isData(FileNames.Kind kind, Path file) throws IOException {
        return switch (kind) {
            case LOG -> Files.size(file) > 0;
            case MANIFEST -> tellsOfData(file);
            default -> DATA.contains(kind);
        };
    }

    /**
     * Returns whether a MANIFEST describes data, which the first MANIFEST of a new database does not. An unreadable MANIFEST
     * counts as describing data.
     */
    private static boolean tellsOfData(Path manifest) throws IOException {
        try (LogReader log = LogReader.open(manifest, 0)) {
            for (Slice record = log.next(); record != null; record = log.next()) {
                VersionEdit edit = VersionEdit.decode(record);
                if (!edit.addedFiles().isEmpty() || edit.lastSequence().orElse(0) > 0) {
                    return true;
                }
            }
            return false;
        } catch (CorruptLogException e) {
            return e.validRecordFollows(); // if none follows, power failed while it was written
        } catch (UnsupportedLogException | MalformedEditException | UnsupportedEditException unreadable) {
            return true;
        }
    }

    /**
     * Checks that the truncated record of a MANIFEST cannot have added a file with data found nowhere else. A table newer
     * than all live ones may be such a file: ignoring and then deleting it could lose its data. If however the required logs
     * are known and all exist, the record was truncated while being written, and its data is still in a log: one of the
     * database's own, which is deleted only after the MANIFEST lists the file that received its entries; or, if the database
     * writes none and its log is empty, the application's log, because a flush that has not ended counts as not done.
     *
     * @param offset start of the truncated record
     */
    static void checkNothingLost(Path directory, Path manifest, long offset, DbState state) throws IOException {
        if (hasAllLogs(directory, state)) {
            return;
        }
        long youngest = state.families().values().stream()
                .flatMap(family -> family.version().all().stream())
                .mapToLong(FileMetadata::number)
                .max()
                .orElse(0);
        Optional<Path> younger = list(directory).entrySet().stream()
                .filter(file -> file.getValue().kind() == FileNames.Kind.TABLE)
                .filter(file -> file.getValue().number() > youngest)
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst();
        if (younger.isPresent()) {
            throw new CorruptDirectoryException(
                    manifest,
                    offset,
                    "a record is truncated by the end of the file, but "
                            + younger.get().getFileName() + " is newer than every file that the MANIFEST lists"
                            + " (expected: no such file; move it away to open the database without it)");
        }
    }

    /** Returns whether the logs that the state needs are known and all exist. */
    static boolean hasAllLogs(Path directory, DbState state) {
        return !state.logStarts().isEmpty()
                && state.trackedLogs().keySet().stream().allMatch(log -> Files.exists(FileNames.log(directory, log)));
    }
}

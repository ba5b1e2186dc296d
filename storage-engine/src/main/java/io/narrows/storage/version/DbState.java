package io.narrows.storage.version;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The state of a database in its MANIFEST. Immutable.
 *
 * @param families by id; the default family, 0, is always present
 * @param nextFile greater than the numbers of all existing files
 * @param lastSequence at least as high as every sequence number in the files
 * @param minLogToKeep logs with lower numbers are not needed
 * @param maxFamily the highest family id ever used
 * @param dbId a UUID as text; empty if unknown
 * @param manifestNumber number of the active MANIFEST
 * @param trackedLogs logs that must exist, by number, with the bytes known to be on disk. This engine always tracks its
 *     logs, RocksDB only if configured to
 * @param logStarts by number of a log, the last sequence number in the logs before it; only for logs begun by this engine
 */
public record DbState(
        SortedMap<Integer, FamilyState> families,
        long nextFile,
        long lastSequence,
        long minLogToKeep,
        int maxFamily,
        String dbId,
        long manifestNumber,
        SortedMap<Long, OptionalLong> trackedLogs,
        SortedMap<Long, Long> logStarts) {
    public DbState {
        families = Collections.unmodifiableSortedMap(new TreeMap<>(families));
        trackedLogs = Collections.unmodifiableSortedMap(new TreeMap<>(trackedLogs));
        logStarts = Collections.unmodifiableSortedMap(new TreeMap<>(logStarts));
    }

    /** Creates the state of a database without files, of which nothing is on disk yet; its MANIFEST will be number 1. */
    public static DbState fresh(String dbId) {
        FamilyState family = new FamilyState(0, "default", 0, 1, Version.EMPTY);
        return new DbState(new TreeMap<>(Map.of(0, family)), 2, 0, 0, 0, dbId, 1, new TreeMap<>(), new TreeMap<>());
    }

    /**
     * Returns whether a directory contains a database. The leftovers of a creation that did not finish do not count as one.
     *
     * @throws CorruptDirectoryException if there is no CURRENT, but a log with data, an SST file, or a MANIFEST that
     *     describes data: a new database must not replace it
     */
    public static boolean exists(Path directory) throws IOException {
        return DirectoryContent.hasDatabase(directory);
    }

    /**
     * Reads the state of the MANIFEST that CURRENT names. Its SST files are not checked, see
     * {@link VersionCheck#checkFiles}. The next file number is greater than any in the directory.
     *
     * @throws CorruptDirectoryException if CURRENT or the MANIFEST is missing or invalid, or if the truncated end of the
     *     MANIFEST may have listed existing files
     * @throws UnsupportedDirectoryException if the database uses a feature that is not supported
     * @throws io.narrows.storage.log.CorruptLogException if the MANIFEST is damaged
     */
    public static DbState read(Path directory) throws IOException {
        return new ManifestReader(directory).read();
    }

    /**
     * Returns the state after a group of edits, which apply together. The result is checked by {@link VersionCheck#check}.
     *
     * @throws InconsistentVersionException if the edits do not fit this state; the message names the family, the level and
     *     the file
     */
    public DbState apply(List<VersionEdit> group) throws InconsistentVersionException {
        StateBuilder builder = new StateBuilder(this);
        for (VersionEdit edit : group) {
            builder.apply(edit);
        }
        return builder.build();
    }

    /** @throws IllegalArgumentException if no family has that id */
    public FamilyState family(int id) {
        FamilyState family = families.get(id);
        if (family == null) {
            throw new IllegalArgumentException(
                    "no column family has id " + id + " (expected: one of " + families.keySet() + ")");
        }
        return family;
    }

    /** Returns the number of the first log that is needed. */
    public long firstLog() {
        long needed = families.values().stream()
                .mapToLong(FamilyState::logNumber)
                .min()
                .orElse(0);
        return Math.max(minLogToKeep, needed);
    }

    /** Returns the state without its records of logs that are no longer needed. */
    DbState withoutObsoleteLogs() {
        return new DbState(
                families,
                nextFile,
                lastSequence,
                minLogToKeep,
                maxFamily,
                dbId,
                manifestNumber,
                trackedLogs.tailMap(firstLog()),
                logStarts.tailMap(firstLog()));
    }

    /** Returns the state with a different next file number and last sequence number. */
    public DbState withNumbers(long file, long sequence) {
        return new DbState(
                families, file, sequence, minLogToKeep, maxFamily, dbId, manifestNumber, trackedLogs, logStarts);
    }

    /** Returns the state with a new MANIFEST number. */
    public DbState withManifest(long number) {
        return new DbState(
                families,
                Math.max(nextFile, number + 1),
                lastSequence,
                minLogToKeep,
                maxFamily,
                dbId,
                number,
                trackedLogs,
                logStarts);
    }

    /** Returns the edits that build this state from an empty one, to start a new MANIFEST. */
    public List<VersionEdit> snapshot() {
        List<VersionEdit> edits = new ArrayList<>();
        edits.add(shared());
        families.values().stream()
                .filter(family -> family.id() != 0)
                .map(DbState::addition)
                .forEach(edits::add);
        families.values().stream()
                .filter(family -> family.version().files() > 0)
                .map(DbState::files)
                .forEach(edits::add);
        if (!trackedLogs.isEmpty()) {
            edits.add(logs());
        }
        edits.get(0).snapshotEdits(edits.size());
        return edits;
    }

    private VersionEdit logs() {
        VersionEdit edit = new VersionEdit();
        trackedLogs.forEach(edit::addLog);
        logStarts.forEach(edit::beginLog);
        return edit;
    }

    private VersionEdit shared() {
        VersionEdit edit = new VersionEdit()
                .comparator(VersionEdit.BYTEWISE_COMPARATOR)
                .logNumber(Objects.requireNonNull(families.get(0)).logNumber())
                .nextFile(nextFile)
                .lastSequence(lastSequence)
                .maxFamily(maxFamily);
        if (minLogToKeep > 0) {
            edit.minLogToKeep(minLogToKeep);
        }
        return dbId.isEmpty() ? edit : edit.dbId(dbId);
    }

    private static VersionEdit addition(FamilyState family) {
        return new VersionEdit()
                .family(family.id())
                .addFamily(family.name(), VersionEdit.BYTEWISE_COMPARATOR)
                .logNumber(family.logNumber());
    }

    private static VersionEdit files(FamilyState family) {
        VersionEdit edit = new VersionEdit().family(family.id());
        for (int level = 0; level < Version.LEVELS; level++) {
            for (FileMetadata file : family.version().level(level)) {
                edit.addFile(level, file);
            }
        }
        return edit;
    }
}

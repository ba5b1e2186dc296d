package io.narrows.storage.version;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a MANIFEST says of a database. Immutable.
 *
 * @param families by id; the default one, 0, is always there
 * @param nextFile above the numbers of all files that there are
 * @param lastSequence not below any sequence number in the files
 * @param minLogToKeep logs with lower numbers are not needed
 * @param maxFamily the highest id that a family ever had
 * @param dbId a UUID in text; empty when it is not known
 * @param manifestNumber of the MANIFEST in force
 * @param trackedLogs logs that must be there, by number, with the bytes that are known to be on disk. This engine always
 *     keeps track of them, RocksDB when it was told to
 * @param logStarts the last sequence number in the logs before a log, by number, where this engine has begun it
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

    /** A database without files, of which nothing is on disk; its MANIFEST is to be number 1. */
    public static DbState fresh(String dbId) {
        FamilyState family = new FamilyState(0, "default", 0, 1, Version.EMPTY);
        return new DbState(new TreeMap<>(Map.of(0, family)), 2, 0, 0, 0, dbId, 1, new TreeMap<>(), new TreeMap<>());
    }

    /**
     * Whether there is a database in a directory. There is none either where one was about to be created and nothing was
     * written to it.
     *
     * @throws CorruptDirectoryException when there is no CURRENT, but a log, an SST file, or a MANIFEST that tells of some:
     *     a new database must not take its place
     */
    public static boolean exists(Path directory) throws IOException {
        return DirectoryContent.hasDatabase(directory);
    }

    /**
     * Reads the state by way of CURRENT. What it says of SST files is not compared with them: {@link
     * VersionCheck#checkFiles} does that. The next file's number is above all that the directory has.
     *
     * @throws CorruptDirectoryException when CURRENT or the MANIFEST is missing or does not say what it must, or an end
     *     that is cut off may have told of files that are there
     * @throws UnsupportedDirectoryException when the database uses a feature that is not known here
     * @throws io.narrows.storage.log.CorruptLogException when the MANIFEST is damaged
     */
    public static DbState read(Path directory) throws IOException {
        return new ManifestReader(directory).read();
    }

    /**
     * The state that edits make of this one, all of them together. It is checked as {@link VersionCheck#check} says.
     *
     * @throws InconsistentVersionException when they do not fit, which names the family, the level and the file
     */
    public DbState apply(List<VersionEdit> group) throws InconsistentVersionException {
        StateBuilder builder = new StateBuilder(this);
        for (VersionEdit edit : group) {
            builder.apply(edit);
        }
        return builder.build();
    }

    /** @throws IllegalArgumentException when there is none with that id */
    public FamilyState family(int id) {
        FamilyState family = families.get(id);
        if (family == null) {
            throw new IllegalArgumentException(
                    "column family with id " + id + " (expected: one of " + families.keySet() + ")");
        }
        return family;
    }

    /** The number below which no log is needed. */
    public long firstLog() {
        long needed = families.values().stream()
                .mapToLong(FamilyState::logNumber)
                .min()
                .orElse(0);
        return Math.max(minLogToKeep, needed);
    }

    /** Without what it says of logs that are not needed any more. */
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

    /** The same files with other numbers to go on from. */
    public DbState withNumbers(long file, long sequence) {
        return new DbState(
                families, file, sequence, minLogToKeep, maxFamily, dbId, manifestNumber, trackedLogs, logStarts);
    }

    /** The same state with a new MANIFEST. */
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

    /** The edits that make this state out of nothing, for a new MANIFEST. */
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
                .logNumber(families.get(0).logNumber())
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

package io.narrows.storage.version;

import io.narrows.storage.Slice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A record of the MANIFEST: one change of one column family, or of state that all families share. Fields not set leave
 * the state unchanged. Deletions apply before additions, so moving a file to another level takes one deletion and one
 * addition. Mutable, not thread-safe.
 */
public final class VersionEdit {
    /** The only supported key order. */
    public static final String BYTEWISE_COMPARATOR = "leveldb.BytewiseComparator";

    /** A file added to a level. */
    public record AddedFile(int level, FileMetadata file) {}

    /** A file removed from a level. */
    public record DeletedFile(int level, long number) {}

    private static final long UNSET = -1;

    private int family;
    private @Nullable String addedFamily;
    private boolean dropsFamily;
    private @Nullable String comparator;
    private @Nullable String dbId;
    private long logNumber = UNSET;
    private long nextFile = UNSET;
    private long lastSequence = UNSET;
    private long minLogToKeep = UNSET;
    private int maxFamily = (int) UNSET;
    private int remainingInGroup = (int) UNSET;
    private int snapshotEdits = -1;
    private final List<AddedFile> addedFiles = new ArrayList<>();
    private final List<DeletedFile> deletedFiles = new ArrayList<>();
    private final Map<Long, OptionalLong> addedLogs = new TreeMap<>();
    private final Map<Long, Long> logStarts = new TreeMap<>();
    private long logsDeletedBelow;

    /**
     * Decodes the payload of a record, without keeping a reference to it.
     *
     * @throws MalformedEditException if the bytes are not an edit
     * @throws UnsupportedEditException if it has blob files, user timestamps, a different key order, or an unknown
     *     feature
     */
    public static VersionEdit decode(Slice payload) throws MalformedEditException, UnsupportedEditException {
        return new EditDecoder(payload).decode();
    }

    /** Returns the payload of the record. */
    public byte[] encode() {
        return EditEncoder.encode(this);
    }

    /** Returns the id of the changed family: 0, the default family, unless set. */
    public int family() {
        return family;
    }

    /** @throws IllegalArgumentException if the id is negative */
    public VersionEdit family(int id) {
        family = (int) checked("family id", id);
        return this;
    }

    /** Returns the name of the created family. */
    public Optional<String> addedFamily() {
        return Optional.ofNullable(addedFamily);
    }

    /** Creates the {@linkplain #family(int) family}. Later edits add its files. */
    public VersionEdit addFamily(String name, String comparatorName) {
        return addFamily(name).comparator(comparatorName);
    }

    VersionEdit addFamily(String name) {
        addedFamily = name;
        return this;
    }

    public boolean dropsFamily() {
        return dropsFamily;
    }

    /** Drops the family with its files. */
    public VersionEdit dropFamily() {
        dropsFamily = true;
        return this;
    }

    /** Returns the name of the key order. */
    public Optional<String> comparator() {
        return Optional.ofNullable(comparator);
    }

    public VersionEdit comparator(String name) {
        comparator = name;
        return this;
    }

    /** Returns the family's log number: logs with lower numbers have no entries of it that are not in its files. */
    public OptionalLong logNumber() {
        return optional(logNumber);
    }

    /** @throws IllegalArgumentException if the number is negative */
    public VersionEdit logNumber(long number) {
        logNumber = checked("log number", number);
        return this;
    }

    /** Returns a number greater than those of all existing files. */
    public OptionalLong nextFile() {
        return optional(nextFile);
    }

    /** @throws IllegalArgumentException if the number is negative */
    public VersionEdit nextFile(long number) {
        nextFile = checked("next file", number);
        return this;
    }

    /** Returns a number at least as high as every sequence number in the files. */
    public OptionalLong lastSequence() {
        return optional(lastSequence);
    }

    /** @throws IllegalArgumentException if the number is negative */
    public VersionEdit lastSequence(long sequence) {
        lastSequence = checked("last sequence", sequence);
        return this;
    }

    /** Returns the number of the first log that any family needs. */
    public OptionalLong minLogToKeep() {
        return optional(minLogToKeep);
    }

    /** @throws IllegalArgumentException if the number is negative */
    public VersionEdit minLogToKeep(long number) {
        minLogToKeep = checked("min log to keep", number);
        return this;
    }

    /** Returns the highest family id ever used. */
    public OptionalInt maxFamily() {
        return maxFamily < 0 ? OptionalInt.empty() : OptionalInt.of(maxFamily);
    }

    /** @throws IllegalArgumentException if the id is negative */
    public VersionEdit maxFamily(int id) {
        maxFamily = (int) checked("max family", id);
        return this;
    }

    /** Returns the id of the database, a UUID as text. */
    public Optional<String> dbId() {
        return Optional.ofNullable(dbId);
    }

    public VersionEdit dbId(String id) {
        dbId = id;
        return this;
    }

    /** Returns the added files in the order of addition. */
    public List<AddedFile> addedFiles() {
        return Collections.unmodifiableList(addedFiles);
    }

    public VersionEdit addFile(int level, FileMetadata file) {
        addedFiles.add(new AddedFile((int) checked("level", level), file));
        return this;
    }

    /** Returns the deleted files in the order of deletion. */
    public List<DeletedFile> deletedFiles() {
        return Collections.unmodifiableList(deletedFiles);
    }

    public VersionEdit deleteFile(int level, long number) {
        deletedFiles.add(new DeletedFile((int) checked("level", level), checked("file number", number)));
        return this;
    }

    /** Returns how many more edits follow in this edit's group; empty if it is not in a group. */
    OptionalInt remainingInGroup() {
        return remainingInGroup < 0 ? OptionalInt.empty() : OptionalInt.of(remainingInGroup);
    }

    /** Returns the number of edits in the initial snapshot of a MANIFEST; set in the first of them. */
    OptionalInt snapshotEdits() {
        return snapshotEdits < 0 ? OptionalInt.empty() : OptionalInt.of(snapshotEdits);
    }

    VersionEdit snapshotEdits(int edits) {
        snapshotEdits = (int) checked("snapshot edits", edits);
        return this;
    }

    VersionEdit remainingInGroup(int edits) {
        remainingInGroup = (int) checked("remaining in group", edits);
        return this;
    }

    /**
     * Adds a log that must exist from now on.
     *
     * @param lastSequenceBefore the last sequence number in the logs before it; if they lack it, they end too early
     */
    public VersionEdit beginLog(long number, long lastSequenceBefore) {
        addedLogs.putIfAbsent(number, OptionalLong.empty());
        logStarts.put(checked("log number", number), checked("last sequence before the log", lastSequenceBefore));
        return this;
    }

    /** Records how many bytes of a log are on disk. */
    public VersionEdit syncedLog(long number, long bytes) {
        addLog(number, OptionalLong.of(checked("synced bytes", bytes)));
        return this;
    }

    /** Returns the logs that must exist, by number, with the bytes known to be on disk. */
    Map<Long, OptionalLong> addedLogs() {
        return addedLogs;
    }

    /** Returns the last sequence number before each log, by the log's number. */
    Map<Long, Long> logStarts() {
        return logStarts;
    }

    /** Returns the number below which logs may be missing; read from RocksDB's edits, never written. */
    long logsDeletedBelow() {
        return logsDeletedBelow;
    }

    void addLog(long number, OptionalLong syncedBytes) {
        addedLogs.put(number, syncedBytes);
    }

    void deleteLogsBelow(long number) {
        logsDeletedBelow = Math.max(logsDeletedBelow, number);
    }

    private static long checked(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " is negative: " + value);
        }
        return value;
    }

    private static OptionalLong optional(long value) {
        return value == UNSET ? OptionalLong.empty() : OptionalLong.of(value);
    }

    @Override
    public String toString() {
        return "VersionEdit[family=" + family + ", added=" + addedFiles.size() + ", deleted=" + deletedFiles.size()
                + "]";
    }
}

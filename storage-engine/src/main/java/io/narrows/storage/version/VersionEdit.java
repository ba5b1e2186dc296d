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

/**
 * One change of one column family, or of what all families share: a record of the MANIFEST. What is not set stays as it
 * is. Deletions come before additions, so that a file moves to another level by one of each. Mutable, for one thread.
 */
public final class VersionEdit {
    /** The only order of keys that is known here. */
    public static final String BYTEWISE_COMPARATOR = "leveldb.BytewiseComparator";

    /** A file that comes to a level. */
    public record AddedFile(int level, FileMetadata file) {}

    /** A file that leaves a level. */
    public record DeletedFile(int level, long number) {}

    private static final long UNSET = -1;

    private int family;
    private String addedFamily;
    private boolean dropsFamily;
    private String comparator;
    private String dbId;
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
     * Reads one from the payload of a record. It holds no part of the payload.
     *
     * @throws MalformedEditException when the bytes are not an edit
     * @throws UnsupportedEditException when it tells of blob files, user timestamps, another order of keys, or a feature that
     *     is not known
     */
    public static VersionEdit decode(Slice payload) throws MalformedEditException, UnsupportedEditException {
        return new EditDecoder(payload).decode();
    }

    /** The payload of the record. */
    public byte[] encode() {
        return EditEncoder.encode(this);
    }

    /** Whose change it is: 0, the default family, unless it is set. */
    public int family() {
        return family;
    }

    /** @throws IllegalArgumentException when the id is negative */
    public VersionEdit family(int id) {
        family = (int) checked("family id", id);
        return this;
    }

    /** The name of the family that comes to be. */
    public Optional<String> addedFamily() {
        return Optional.ofNullable(addedFamily);
    }

    /** The {@linkplain #family(int) family} comes to be. Files are added by later edits. */
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

    /** The family is gone, and its files with it. */
    public VersionEdit dropFamily() {
        dropsFamily = true;
        return this;
    }

    /** The name of the order in which keys are kept. */
    public Optional<String> comparator() {
        return Optional.ofNullable(comparator);
    }

    public VersionEdit comparator(String name) {
        comparator = name;
        return this;
    }

    /** Logs with lower numbers hold nothing of the family that is not in its files. */
    public OptionalLong logNumber() {
        return optional(logNumber);
    }

    /** @throws IllegalArgumentException when the number is negative */
    public VersionEdit logNumber(long number) {
        logNumber = checked("log number", number);
        return this;
    }

    /** Above the numbers of all files that there are. */
    public OptionalLong nextFile() {
        return optional(nextFile);
    }

    /** @throws IllegalArgumentException when the number is negative */
    public VersionEdit nextFile(long number) {
        nextFile = checked("next file", number);
        return this;
    }

    /** Not below any sequence number in the files. */
    public OptionalLong lastSequence() {
        return optional(lastSequence);
    }

    /** @throws IllegalArgumentException when the number is negative */
    public VersionEdit lastSequence(long sequence) {
        lastSequence = checked("last sequence", sequence);
        return this;
    }

    /** Logs with lower numbers are not needed by any family. */
    public OptionalLong minLogToKeep() {
        return optional(minLogToKeep);
    }

    /** @throws IllegalArgumentException when the number is negative */
    public VersionEdit minLogToKeep(long number) {
        minLogToKeep = checked("min log to keep", number);
        return this;
    }

    /** The highest id that a family ever had. */
    public OptionalInt maxFamily() {
        return maxFamily < 0 ? OptionalInt.empty() : OptionalInt.of(maxFamily);
    }

    /** @throws IllegalArgumentException when the id is negative */
    public VersionEdit maxFamily(int id) {
        maxFamily = (int) checked("max family", id);
        return this;
    }

    /** The id of the database, a UUID in text. */
    public Optional<String> dbId() {
        return Optional.ofNullable(dbId);
    }

    public VersionEdit dbId(String id) {
        dbId = id;
        return this;
    }

    /** In the order in which they were added. */
    public List<AddedFile> addedFiles() {
        return Collections.unmodifiableList(addedFiles);
    }

    public VersionEdit addFile(int level, FileMetadata file) {
        addedFiles.add(new AddedFile((int) checked("level", level), file));
        return this;
    }

    /** In the order in which they were deleted. */
    public List<DeletedFile> deletedFiles() {
        return Collections.unmodifiableList(deletedFiles);
    }

    public VersionEdit deleteFile(int level, long number) {
        deletedFiles.add(new DeletedFile((int) checked("level", level), checked("file number", number)));
        return this;
    }

    /** How many edits follow that take effect together with this one; empty when it stands for itself. */
    OptionalInt remainingInGroup() {
        return remainingInGroup < 0 ? OptionalInt.empty() : OptionalInt.of(remainingInGroup);
    }

    /** How many edits a MANIFEST begins with that were written as one; in the first of them. */
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
     * Adds a log that must be there from now on.
     *
     * @param lastSequenceBefore the last sequence number in the logs before it, which end too early if they do not have it
     */
    public VersionEdit beginLog(long number, long lastSequenceBefore) {
        addedLogs.putIfAbsent(number, OptionalLong.empty());
        logStarts.put(checked("log number", number), checked("last sequence before the log", lastSequenceBefore));
        return this;
    }

    /** Says how many bytes of a log are on disk. */
    public VersionEdit syncedLog(long number, long bytes) {
        addLog(number, OptionalLong.of(checked("synced bytes", bytes)));
        return this;
    }

    /** Logs that must be there, by number, with the bytes that are known to be on disk. */
    Map<Long, OptionalLong> addedLogs() {
        return addedLogs;
    }

    /** The last sequence number before a log, by the log's number. */
    Map<Long, Long> logStarts() {
        return logStarts;
    }

    /** Logs with lower numbers may be gone; only read, never written. */
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

package io.narrows.storage.db;

import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.batch.BatchRecord;
import io.narrows.storage.batch.BatchVisitor;
import io.narrows.storage.batch.MalformedBatchException;
import io.narrows.storage.batch.UnsupportedBatchException;
import io.narrows.storage.log.CorruptLogException;
import io.narrows.storage.log.LogReader;
import io.narrows.storage.version.DbState;
import io.narrows.storage.version.FamilyState;
import io.narrows.storage.version.FileNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Replays the entries of the logs that are not yet in tables into memtables. A log may end with a truncated record, which
 * was never acknowledged; later logs count only if they continue exactly where it ended. Any other damage is refused or ends
 * the replay, depending on {@link WalRecovery}.
 */
final class Replay {
    /** Receives memtables that become full during replay. */
    @FunctionalInterface
    interface Spill {
        void accept(int family, LiveMemtable memtable) throws IOException;
    }

    private final Path directory;
    private final DbState state;
    private final DbOptions options;
    private final Optional<Spill> spill;
    private final Map<Integer, LiveMemtable> memtables = new TreeMap<>();
    private long lastSequence;
    private long lastSequenceInLogs = -1;

    /** Set once a log has ended early: the sequence number that the next record must have. */
    private long goesOnAt = -1;

    private @Nullable Path endedEarly;

    Replay(Path directory, DbState state, DbOptions options, Optional<Spill> spill) {
        this.directory = directory;
        this.state = state;
        this.options = options;
        this.spill = spill;
        this.lastSequence = state.lastSequence();
    }

    /** Returns the entries by family that were not spilled. */
    Map<Integer, LiveMemtable> memtables() {
        return memtables;
    }

    /** Returns the last sequence number of all writes found. */
    long lastSequence() {
        return lastSequence;
    }

    /** @param logs numbers of all existing logs */
    void run(NavigableSet<Long> logs) throws IOException {
        OptionalLong missing = checkLogs(logs);
        NavigableSet<Long> needed = logs.tailSet(state.firstLog(), true);
        Long before = null;
        for (long log : missing.isPresent() ? needed.headSet(missing.getAsLong(), false) : needed) {
            if (before != null && lacksEnd(before, log) || !replay(log, log == logs.last())) {
                return;
            }
            before = log;
        }
        if (missing.isPresent()) {
            endAt(missing.getAsLong(), needed.tailSet(missing.getAsLong(), false));
        } else if (before != null && endedEarly != null) {
            refuseIfTablesHaveMore(before);
        }
    }

    /** Drops all logs after a missing one, because the writes in between are unknown. */
    private void endAt(long missing, NavigableSet<Long> later) throws IOException {
        endedEarly = FileNames.log(directory, missing);
        refuseIfTablesHaveMore(missing);
        options.listener().onWalTailDropped(endedEarly, 0, 0);
        for (long log : later) {
            Path dropped = FileNames.log(directory, log);
            options.listener().onWalTailDropped(dropped, 0, Files.size(dropped));
        }
    }

    /**
     * Returns whether a log has lost records at its end, as unsynced records may be in a power failure; then no later log
     * counts. If the MANIFEST has no start sequence for the log's successor, the next record decides.
     */
    private boolean lacksEnd(long number, long next) throws IOException {
        Long last = state.logStarts().get(next);
        if (last == null) {
            if (endedEarly != null) {
                refuseIfTablesHaveMore(number);
            }
            return false;
        }
        if (Math.max(lastSequenceInLogs, state.logStarts().getOrDefault(number, 0L)) >= last) {
            endedEarly = null; // the truncated end was never acknowledged
            return false;
        }
        Path file = FileNames.log(directory, number);
        if (endedEarly == null) {
            dropTail(file, number, Files.size(file));
        }
        refuseIfTablesHaveMore(number);
        Path dropped = FileNames.log(directory, next);
        options.listener().onWalTailDropped(dropped, 0, Files.size(dropped));
        return true;
    }

    /**
     * Checks that the required logs exist. At least one must exist, because a new log is begun before the MANIFEST marks
     * older ones as obsolete. All logs that the MANIFEST tracks must exist: every log of this engine, and RocksDB's if it
     * was configured to track them.
     *
     * @return the first missing log, if the options allow one
     */
    private OptionalLong checkLogs(NavigableSet<Long> logs) throws IOException {
        long first = state.firstLog();
        OptionalLong missing = OptionalLong.empty();
        if (first > 0 && logs.tailSet(first).isEmpty()) {
            refuseMissing(first);
            missing = OptionalLong.of(first);
        }
        for (Map.Entry<Long, OptionalLong> tracked :
                state.trackedLogs().tailMap(first).entrySet()) {
            if (!logs.contains(tracked.getKey())) {
                refuseMissing(tracked.getKey());
                missing = OptionalLong.of(Math.min(tracked.getKey(), missing.orElse(Long.MAX_VALUE)));
            } else {
                checkSize(
                        FileNames.log(directory, tracked.getKey()),
                        tracked.getValue().orElse(0));
            }
        }
        return missing;
    }

    private void checkSize(Path log, long synced) throws IOException {
        long size = Files.size(log);
        if (size < synced) {
            refuseUnlessPointInTime(log, size, "the log ends here (expected: at least " + synced + " bytes)");
        }
    }

    private void refuseMissing(long number) throws IOException {
        refuseUnlessPointInTime(
                FileNames.log(directory, number), 0, "the log is missing (expected: this one or a later one)");
    }

    private void refuseUnlessPointInTime(Path log, long offset, String problem) throws IOException {
        if (options.walRecovery() != WalRecovery.POINT_IN_TIME) {
            throw new IOException(log + ": offset " + offset + ": " + problem);
        }
    }

    /** Returns whether to continue with the next log. */
    private boolean replay(long number, boolean isLast) throws IOException {
        Path file = FileNames.log(directory, number);
        try (LogReader reader = LogReader.open(file, number)) {
            for (Slice record = reader.next(); record != null; record = reader.next()) {
                if (!replay(reader, file, record, number)) {
                    return false;
                }
            }
            if (reader.tail().isTorn()) {
                dropTail(file, number, reader.tail().tornAt());
            }
        } catch (CorruptLogException e) {
            // a torn tail in an older log is tolerable only if the next log's start sequence reveals lost records
            boolean mayBeTorn = isLast || state.logStarts().containsKey(number);
            boolean tornAtTheEnd = mayBeTorn && !e.validRecordFollows();
            if (!tornAtTheEnd && options.walRecovery() != WalRecovery.POINT_IN_TIME) {
                throw e;
            }
            dropTail(file, number, e.offset());
        }
        return true;
    }

    /** Handles a log that ended early: later logs count only if no write is missing in between. */
    private void dropTail(Path log, long number, long offset) throws IOException {
        long synced =
                state.trackedLogs().getOrDefault(number, OptionalLong.empty()).orElse(0);
        if (offset < synced) {
            refuseUnlessPointInTime(
                    log, offset, "the records end here (expected: at " + synced + ", where the log was last synced)");
        }
        endedEarly = log;
        goesOnAt = 1 + (lastSequenceInLogs >= 0 ? lastSequenceInLogs : lastSequence);
        options.listener().onWalTailDropped(log, offset, Files.size(log) - offset);
    }

    private void refuseIfTablesHaveMore(long number) throws IOException {
        for (FamilyState family : state.families().values()) {
            if (family.logNumber() > number && family.version().files() > 0) {
                throw new IOException(endedEarly + ": the log ends early, but column family " + family.name()
                        + " has later writes in its files (cannot restore a consistent state)");
            }
        }
    }

    private boolean replay(LogReader reader, Path file, Slice record, long number) throws IOException {
        try {
            BatchRecord.Header header = BatchRecord.header(record);
            if (endedEarly != null && header.sequence() != goesOnAt) {
                dropTail(file, number, reader.recordOffset());
                return false;
            }
            endedEarly = null;
            if (header.count() > 0 && header.sequence() <= lastSequenceInLogs) {
                throw new IOException(file + ": record at offset " + reader.recordOffset() + ": sequence number "
                        + header.sequence() + " after " + lastSequenceInLogs + " (expected: ascending)");
            }
            BatchRecord.forEach(record, new Insertion(number, reader.recordOffset()));
            lastSequenceInLogs = Math.max(lastSequenceInLogs, header.sequence() + header.count() - 1);
            lastSequence = Math.max(lastSequence, lastSequenceInLogs);
            spillFull();
            return true;
        } catch (MalformedBatchException | UnsupportedBatchException e) {
            throw new IOException(file + ": record at offset " + reader.recordOffset() + ": " + e.getMessage(), e);
        }
    }

    private void spillFull() throws IOException {
        if (spill.isEmpty()) {
            return;
        }
        for (Map.Entry<Integer, LiveMemtable> entry : memtables.entrySet()) {
            String name = state.family(entry.getKey()).name();
            if (entry.getValue().table().memoryBytes() >= options.of(name).writeBufferSize()) {
                spill.get().accept(entry.getKey(), entry.getValue());
                entry.setValue(new LiveMemtable(0));
            }
        }
    }

    /** Inserts entries into memtables, except those that are already in tables or belong to a dropped family. */
    private final class Insertion implements BatchVisitor {
        private final long log;
        private final long offset;

        Insertion(long log, long offset) {
            this.log = log;
            this.offset = offset;
        }

        @Override
        public void entry(int family, long sequence, EntryType type, Slice key, Slice value) throws IOException {
            if (isWanted(family)) {
                memtable(family).table().add(sequence, type, key, value);
            }
        }

        @Override
        public void deleteRange(int family, long sequence, Slice begin, Slice end) throws IOException {
            if (isWanted(family)) {
                memtable(family).table().deleteRange(sequence, begin, end);
            }
        }

        private boolean isWanted(int id) throws IOException {
            FamilyState family = state.families().get(id);
            if (id > state.maxFamily() && !state.logStarts().isEmpty()) {
                throw new IOException(
                        FileNames.log(directory, log) + ": offset " + offset + ": an entry for column family " + id
                                + " (expected: at most " + state.maxFamily() + "; the MANIFEST may be truncated)");
            }
            return family != null && family.logNumber() <= log;
        }

        private LiveMemtable memtable(int family) {
            return memtables.computeIfAbsent(family, id -> new LiveMemtable(0));
        }
    }
}

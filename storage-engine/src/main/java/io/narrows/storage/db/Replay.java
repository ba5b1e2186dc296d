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

/**
 * Brings what is in the logs and in no table back into memtables. A log may end with a record that was cut off, which
 * nobody was told of; what later logs have is taken only if it goes on right behind. Any other damage is refused, or ends
 * the replay, as {@link WalRecovery} says.
 */
final class Replay {
    /** Takes memtables that are full while there is more to replay. */
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

    /** Set when a log has ended early: the sequence number that the next record must have. */
    private long goesOnAt = -1;

    private Path endedEarly;

    Replay(Path directory, DbState state, DbOptions options, Optional<Spill> spill) {
        this.directory = directory;
        this.state = state;
        this.options = options;
        this.spill = spill;
        this.lastSequence = state.lastSequence();
    }

    /** Entries by family that were not spilled. */
    Map<Integer, LiveMemtable> memtables() {
        return memtables;
    }

    /** Of all writes that are there. */
    long lastSequence() {
        return lastSequence;
    }

    /** @param logs numbers of all logs that there are */
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

    /** What is behind a log that is missing counts no more, as nobody knows what was between. */
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
     * Whether a log has lost records at its end, which a loss of power does to what was not synced: then nothing that came
     * later may count. Of logs that are not kept track of the next record tells.
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
            endedEarly = null; // what is at its end was never acknowledged
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
     * A log is begun before the MANIFEST says that older ones are not needed any more, so that there is one at least. Those
     * that the MANIFEST keeps track of must all be there: all of this engine, and RocksDB's if it was told to.
     *
     * @return the first one that is missing, where the options allow that
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

    /** Whether to go on with the next log. */
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
            // of a log that is not the last one only if it is seen by the next one whether records are lost
            boolean mayBeTorn = isLast || state.logStarts().containsKey(number);
            boolean tornAtTheEnd = mayBeTorn && !e.validRecordFollows();
            if (!tornAtTheEnd && options.walRecovery() != WalRecovery.POINT_IN_TIME) {
                throw e;
            }
            dropTail(file, number, e.offset());
        }
        return true;
    }

    /** The log ended before it should have: later ones count only if nothing is missing. */
    private void dropTail(Path log, long number, long offset) throws IOException {
        long synced =
                state.trackedLogs().getOrDefault(number, OptionalLong.empty()).orElse(0);
        if (offset < synced) {
            refuseUnlessPointInTime(
                    log, offset, "the records end here (expected: at " + synced + ", up to where the log was synced)");
        }
        endedEarly = log;
        goesOnAt = 1 + (lastSequenceInLogs >= 0 ? lastSequenceInLogs : lastSequence);
        options.listener().onWalTailDropped(log, offset, Files.size(log) - offset);
    }

    private void refuseIfTablesHaveMore(long number) throws IOException {
        for (FamilyState family : state.families().values()) {
            if (family.logNumber() > number && family.version().files() > 0) {
                throw new IOException(endedEarly + ": the log ends early, but column family " + family.name()
                        + " has later writes in its files (a state in between cannot be restored)");
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

    /** Puts entries into memtables, but for those that are in tables already or belong to a family that is gone. */
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
                                + " (expected: at most " + state.maxFamily() + ", the MANIFEST may have lost its end)");
            }
            return family != null && family.logNumber() <= log;
        }

        private LiveMemtable memtable(int family) {
            return memtables.computeIfAbsent(family, id -> new LiveMemtable(0));
        }
    }
}

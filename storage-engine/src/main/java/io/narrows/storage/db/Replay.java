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
        checkLogs(logs);
        for (long log : logs.tailSet(state.firstLog())) {
            if (!replay(log, log == logs.last())) {
                return;
            }
        }
    }

    /**
     * A log is begun before the MANIFEST says that older ones are not needed any more, so that there is one at least. More
     * than that only a MANIFEST knows whose RocksDB was told to keep track of its logs.
     */
    private void checkLogs(NavigableSet<Long> logs) throws IOException {
        long first = state.firstLog();
        if (first > 0 && logs.tailSet(first).isEmpty()) {
            missing(first);
        }
        for (Map.Entry<Long, OptionalLong> tracked :
                state.trackedLogs().tailMap(first).entrySet()) {
            if (!logs.contains(tracked.getKey())) {
                missing(tracked.getKey());
            } else {
                checkSize(
                        FileNames.log(directory, tracked.getKey()),
                        tracked.getValue().orElse(0));
            }
        }
    }

    private void checkSize(Path log, long synced) throws IOException {
        long size = Files.size(log);
        if (size < synced) {
            refuseUnlessPointInTime(log, size, "the log ends here (expected: at least " + synced + " bytes)");
        }
    }

    private void missing(long number) throws IOException {
        Path file = FileNames.log(directory, number);
        refuseUnlessPointInTime(file, 0, "the log is missing (expected: this one or a later one)");
        endedEarly = file;
        goesOnAt = lastSequence + 1;
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
            while (true) {
                Slice record = next(reader, isLast);
                if (record == null) {
                    checkTail(reader, file, number);
                    return true;
                }
                if (!replay(reader, file, record, number)) {
                    return false;
                }
            }
        }
    }

    /** The next record; null at the end, and where damage is one. */
    private Slice next(LogReader reader, boolean isLast) throws IOException {
        try {
            return reader.next();
        } catch (CorruptLogException e) {
            boolean tornAtTheEnd = isLast && !e.validRecordFollows();
            if (!tornAtTheEnd && options.walRecovery() != WalRecovery.POINT_IN_TIME) {
                throw e;
            }
            dropTail(e.file(), e.offset());
            return null;
        }
    }

    /** When the log ended before it should have, later ones count only if nothing is missing. */
    private void checkTail(LogReader reader, Path file, long number) throws IOException {
        if (reader.tail().isTorn()) {
            dropTail(file, reader.tail().tornAt());
        }
        if (endedEarly != null) {
            refuseIfTablesHaveMore(number);
        }
    }

    private void dropTail(Path log, long offset) throws IOException {
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
                dropTail(file, reader.recordOffset());
                return false;
            }
            endedEarly = null;
            if (header.count() > 0 && header.sequence() <= lastSequenceInLogs) {
                throw new IOException(file + ": record at offset " + reader.recordOffset() + ": sequence number "
                        + header.sequence() + " after " + lastSequenceInLogs + " (expected: ascending)");
            }
            BatchRecord.forEach(record, new Insertion(number));
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

        Insertion(long log) {
            this.log = log;
        }

        @Override
        public void entry(int family, long sequence, EntryType type, Slice key, Slice value) {
            if (isWanted(family)) {
                memtable(family).table().add(sequence, type, key, value);
            }
        }

        @Override
        public void deleteRange(int family, long sequence, Slice begin, Slice end) {
            if (isWanted(family)) {
                memtable(family).table().deleteRange(sequence, begin, end);
            }
        }

        private boolean isWanted(int id) {
            FamilyState family = state.families().get(id);
            return family != null && family.logNumber() <= log;
        }

        private LiveMemtable memtable(int family) {
            return memtables.computeIfAbsent(family, id -> new LiveMemtable(0));
        }
    }
}

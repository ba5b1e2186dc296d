package io.narrows.storage.db;

import io.narrows.storage.EntryType;
import io.narrows.storage.Slice;
import io.narrows.storage.batch.BatchVisitor;
import io.narrows.storage.batch.WriteBatch;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Writes a group of batches: makes room, appends to the log, inserts into the memtables, then makes them visible. Runs under
 * the queue's lock.
 */
final class GroupCommit implements WriteQueue.Sink {
    private final Families families;
    private final Memtables memtables;
    private final Wal wal;
    private final AtomicLong lastSequence;
    private final BackgroundError error;
    private final Counters counters;
    private final Throttle throttle;
    private final WriteBatch joined = new WriteBatch();
    private final Insertion insertion = new Insertion();

    GroupCommit(
            Families families,
            Memtables memtables,
            Wal wal,
            AtomicLong lastSequence,
            BackgroundError error,
            Counters counters) {
        this.families = families;
        this.memtables = memtables;
        this.wal = wal;
        this.lastSequence = lastSequence;
        this.error = error;
        this.counters = counters;
        this.throttle = new Throttle(counters);
    }

    @Override
    public void write(List<WriteBatch> batches, WriteOptions options) throws IOException {
        error.check();
        memtables.makeRoom();
        WriteBatch batch = join(batches);
        batch.setSequence(lastSequence.get() + 1);
        try {
            log(batch, options);
            insertion.logged = !options.disableWal();
            batch.forEach(insertion);
        } catch (IOException | RuntimeException | Error e) {
            error.setOfLog(e); // log and memtables may differ from now on
            throw e;
        }
        lastSequence.addAndGet(batch.count());
        counters.written(batch.byteSize());
        throttle.charge(families.stalls(), batch.byteSize());
    }

    /** Refuses a write that waits for room, and ends a pause that slows writes down. */
    @Override
    public void close() {
        memtables.close();
        throttle.close();
    }

    private WriteBatch join(List<WriteBatch> batches) {
        if (batches.size() == 1) {
            return batches.get(0);
        }
        joined.clear();
        batches.forEach(joined::append);
        return joined;
    }

    private void log(WriteBatch batch, WriteOptions options) throws IOException {
        if (!options.disableWal() && !batch.isEmpty()) {
            wal.add(batch.record(), lastSequence.get() + batch.count());
        }
        if (options.sync()) {
            wal.sync();
        }
    }

    /** Inserts entries into the memtables. Entries of a family that has since been dropped are discarded. */
    private final class Insertion implements BatchVisitor {
        private boolean logged;

        @Override
        public void entry(int family, long sequence, EntryType type, Slice key, Slice value) {
            LiveMemtable memtable = of(family);
            if (memtable != null) {
                memtable.table().add(sequence, type, key, value);
            }
        }

        @Override
        public void deleteRange(int family, long sequence, Slice begin, Slice end) {
            LiveMemtable memtable = of(family);
            if (memtable != null) {
                memtable.table().deleteRange(sequence, begin, end);
            }
        }

        private @Nullable LiveMemtable of(int id) {
            Family family = families.get(id);
            if (family == null) {
                return null;
            }
            LiveMemtable memtable = family.view().active();
            if (!logged) {
                memtable.markUnlogged();
            }
            return memtable;
        }
    }
}

package io.narrows.storage.db;

import io.narrows.storage.RangeTombstone;
import io.narrows.storage.iterate.RangeTombstones;
import io.narrows.storage.memtable.Memtable;
import java.util.List;

/** A memtable, with the logs that it needs and its range deletions in a form to search. */
final class LiveMemtable {
    /** The deletions as they were when they were last asked for. */
    private record Searchable(List<RangeTombstone> from, RangeTombstones tombstones) {
        static final Searchable NONE = new Searchable(List.of(), RangeTombstones.EMPTY);
    }

    private final Memtable table = new Memtable();
    private volatile long firstLog;
    private volatile boolean unlogged;
    private volatile Searchable searchable = Searchable.NONE;

    /** @param firstLog number of the first log that may have entries of it */
    LiveMemtable(long firstLog) {
        this.firstLog = firstLog;
    }

    Memtable table() {
        return table;
    }

    /** Number of the first log that may have entries of it. */
    long firstLog() {
        return firstLog;
    }

    /** Says that it has entries of a later log only: it must be empty. */
    void startAt(long log) {
        firstLog = log;
    }

    /** Whether it has entries that are in no log. */
    boolean isUnlogged() {
        return unlogged;
    }

    void markUnlogged() {
        unlogged = true;
    }

    RangeTombstones tombstones() {
        List<RangeTombstone> now = table.rangeTombstones();
        if (now.isEmpty()) {
            return RangeTombstones.EMPTY;
        }
        Searchable last = searchable;
        if (last.from != now) {
            last = new Searchable(now, RangeTombstones.of(now));
            searchable = last;
        }
        return last.tombstones;
    }
}

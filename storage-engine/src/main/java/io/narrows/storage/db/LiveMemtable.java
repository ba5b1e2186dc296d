package io.narrows.storage.db;

import io.narrows.storage.RangeTombstone;
import io.narrows.storage.iterate.RangeTombstones;
import io.narrows.storage.memtable.Memtable;
import java.util.List;

/** A memtable with the first log that it needs, and its range deletions in searchable form. */
final class LiveMemtable {
    /** The range deletions when they were last requested, and their searchable form. */
    private record Searchable(List<RangeTombstone> from, RangeTombstones tombstones) {
        static final Searchable NONE = new Searchable(List.of(), RangeTombstones.EMPTY);
    }

    private final Memtable table = new Memtable();
    private volatile long firstLog;
    private volatile boolean unlogged;
    private volatile long group;
    private volatile Searchable searchable = Searchable.NONE;

    /** @param firstLog number of the first log that may contain entries of this memtable */
    LiveMemtable(long firstLog) {
        this.firstLog = firstLog;
    }

    Memtable table() {
        return table;
    }

    /** Returns the number of the first log that may contain entries of this memtable. */
    long firstLog() {
        return firstLog;
    }

    /** Sets a later first log; the memtable must be empty. */
    void startAt(long log) {
        firstLog = log;
    }

    /** Returns whether the memtable has entries that are in no log. */
    boolean isUnlogged() {
        return unlogged;
    }

    void markUnlogged() {
        unlogged = true;
    }

    /** Returns the group of memtables that were sealed at the same moment; 0 while it is not sealed. */
    long group() {
        return group;
    }

    /** Records that the memtable is sealed as part of a group. */
    void sealIn(long number) {
        group = number;
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

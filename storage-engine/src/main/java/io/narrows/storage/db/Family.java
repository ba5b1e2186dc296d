package io.narrows.storage.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.version.Version;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * An open family, with its current view. The view changes only under the database's state lock; reading it needs no lock.
 */
final class Family {
    private final ColumnFamily handle;
    private volatile FamilyOptions options;
    private volatile SuperVersion view;
    private volatile boolean dropped;

    /** Whether a flush of this family is running or queued. */
    private boolean flushing;

    Family(ColumnFamily handle, FamilyOptions options, SuperVersion view) {
        this.handle = handle;
        this.options = options;
        this.view = view;
    }

    ColumnFamily handle() {
        return handle;
    }

    FamilyOptions options() {
        return options;
    }

    void setOptions(FamilyOptions changed) {
        options = changed;
    }

    boolean isDropped() {
        return dropped;
    }

    void drop() {
        dropped = true;
    }

    boolean isFlushing() {
        return flushing;
    }

    void setFlushing(boolean now) {
        flushing = now;
    }

    /** Returns the current view, for inspection under the state lock; readers must retain it. */
    SuperVersion view() {
        return view;
    }

    /**
     * Returns the current view, retained for the caller, who must release it.
     *
     * @throws IllegalArgumentException if the family was dropped
     */
    SuperVersion retain() {
        return tryRetain().orElseThrow(() -> new IllegalArgumentException("column family " + handle + " was dropped"));
    }

    /** Returns the current view, retained for the caller; empty if the family was dropped. */
    Optional<SuperVersion> tryRetain() {
        while (true) {
            SuperVersion current = view;
            if (current.tryRetain()) {
                return Optional.of(current);
            }
            if (dropped) {
                return Optional.empty();
            }
        }
    }

    /** Replaces the view with one derived from it. */
    void change(Function<SuperVersion, SuperVersion> next) {
        SuperVersion before = view;
        view = next.apply(before);
        before.release();
    }

    /** Returns whether a memtable has entries that are in no log. */
    boolean isUnlogged() {
        return view.active().isUnlogged() || view.sealed().stream().anyMatch(LiveMemtable::isUnlogged);
    }

    /** Returns whether no memtable of a group, or of one before it, is left to flush. */
    boolean isFlushed(long group) {
        return view.sealed().stream().allMatch(memtable -> memtable.group() > group);
    }

    /** Returns the number of the first log that this family needs. */
    long firstLog() {
        List<LiveMemtable> sealed = view.sealed();
        return sealed.isEmpty()
                ? view.active().firstLog()
                : sealed.get(sealed.size() - 1).firstLog();
    }

    Version version() {
        return view.version();
    }
}

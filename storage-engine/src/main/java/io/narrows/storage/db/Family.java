package io.narrows.storage.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.version.Version;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A family that is open: which view of it is the current one. It changes under the database's state lock only; reading the
 * view needs none.
 */
final class Family {
    private final ColumnFamily handle;
    private volatile FamilyOptions options;
    private volatile SuperVersion view;
    private volatile boolean dropped;

    /** Whether a flush of it is under way or about to be. */
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

    /** The current view, to look at under the state lock; who reads by it retains it. */
    SuperVersion view() {
        return view;
    }

    /**
     * The current view, retained: to be released by the caller.
     *
     * @throws IllegalArgumentException when the family was dropped
     */
    SuperVersion retain() {
        return tryRetain().orElseThrow(() -> new IllegalArgumentException("column family " + handle + " was dropped"));
    }

    /** The same; none when the family was dropped. */
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

    /** Replaces the view by one that is made from it. */
    void change(Function<SuperVersion, SuperVersion> next) {
        SuperVersion before = view;
        view = next.apply(before);
        before.release();
    }

    /** Memtables that are to be flushed, oldest first. */
    List<LiveMemtable> sealedOldestFirst() {
        List<LiveMemtable> sealed = new ArrayList<>(view.sealed());
        java.util.Collections.reverse(sealed);
        return sealed;
    }

    /** Whether it has entries in memory that are in no log. */
    boolean isUnlogged() {
        return view.active().isUnlogged() || view.sealed().stream().anyMatch(LiveMemtable::isUnlogged);
    }

    /** Number of the first log that it needs. */
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

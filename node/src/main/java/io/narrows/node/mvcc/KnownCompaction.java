package io.narrows.node.mvcc;

import io.narrows.storage.db.Db;
import io.narrows.storage.db.Snapshot;
import java.io.IOException;

/**
 * The latest compact revision that compaction filters may use. In compactions it is known only once it is on disk: otherwise a
 * crash could lose the compaction, but not its effects. A flush may use it as soon as the flushed memtables contain it, because
 * all families are flushed together. Thread-safe.
 */
final class KnownCompaction {
    /**
     * A compact revision.
     *
     * @param revision -1 for none
     * @param sequence a sequence number of the database from which on readers see the compact revision
     */
    record Point(long revision, long sequence) {
        static final Point NONE = new Point(-1, 0);
    }

    private volatile Point point = Point.NONE;
    private volatile Point pointOfFlushes = Point.NONE;

    Point point() {
        return point;
    }

    /** Returns the point for a flush that begins now, which {@link #point} may not have reached yet. */
    Point pointOfFlushes() {
        return pointOfFlushes;
    }

    /**
     * Flushes the database, then makes a compact revision known.
     *
     * @param revision a compact revision in the database; ignored if it is not higher than the known one
     */
    synchronized void raise(long revision, Db db) throws IOException {
        if (revision > point.revision()) {
            db.awaitFlushes(); // memtables that are sealed may lack the revision, all later ones contain it
            try (Snapshot now = db.snapshot()) {
                pointOfFlushes = new Point(revision, now.sequence());
            }
            db.flush();
            point = pointOfFlushes;
        }
    }
}

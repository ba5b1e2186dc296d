package io.narrows.node.mvcc;

import io.narrows.storage.db.Db;
import io.narrows.storage.db.Snapshot;
import java.io.IOException;

/**
 * The latest compact revision that compaction filters may use. It is known only once it is on disk: otherwise a machine
 * failure could lose the compaction, but not its effects. Thread-safe.
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

    Point point() {
        return point;
    }

    /**
     * Writes the database's log to disk, then makes a compact revision known.
     *
     * @param revision a compact revision in the database; ignored if it is not higher than the known one
     */
    synchronized void raise(long revision, Db db) throws IOException {
        if (revision > point.revision()) {
            db.syncLog();
            try (Snapshot now = db.snapshot()) {
                point = new Point(revision, now.sequence());
            }
        }
    }
}

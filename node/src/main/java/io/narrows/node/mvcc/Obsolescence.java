package io.narrows.node.mvcc;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import io.narrows.storage.db.DbStatistics;
import io.narrows.storage.version.CorruptDirectoryException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;

/**
 * The removal of obsolete versions from a database. Compaction filters drop them from the files that the engine writes
 * anyway. In addition, memtables are flushed and files compacted when most of them is obsolete, so that the space is free
 * soon; a file at most once for each compact revision, and for each snapshot that is closed.
 */
final class Obsolescence {
    /** Bytes of logs that a compaction of revisions frees at least by a flush. */
    private static final long LEAST_FLUSH = 1 << 20;

    /** Part of the size of the files that logs may have before they are flushed. */
    private static final int LOG_SHARE = 8;

    /** Changes that may be left over in addition to those of all versions. */
    private static final long SPARE_CHANGES = 1000;

    private final KnownCompaction known = new KnownCompaction();
    private final ChangeFilters changeFilters = new ChangeFilters(known);
    private long loggedBefore;

    /** Returns options of a database whose filters drop what this one {@linkplain #raise knows} to be obsolete. */
    DbOptions filtering(DbOptions options) {
        return options.withFamily(Store.KEYS, options.of(Store.KEYS).withCompactionFilter(new VersionFilters(known)))
                .withFamily(Store.REVISIONS, options.of(Store.REVISIONS).withCompactionFilter(changeFilters));
    }

    /** Sets where the filters look up versions. */
    void lookUpIn(ChangeFilters.VersionSource versions) {
        changeFilters.lookUpIn(versions);
    }

    /**
     * Checks that files lack nothing that readers still need. They do if synced bytes of the log were damaged later: the
     * database is then at an index before a compaction that its files have seen.
     *
     * @param compacted compact revision of the database; -1 for none
     */
    void check(Path directory, long compacted, Db db) throws IOException {
        for (String name : List.of(Store.KEYS, Store.REVISIONS)) {
            long dropped = FileRevisions.compacted(db.fileProperties(family(db, name)));
            if (dropped > compacted && dropped > 0) {
                throw new CorruptDirectoryException(
                        directory,
                        0,
                        "a file of the family " + name + " was written at compact revision " + dropped
                                + ", and the log has lost this compaction (expected: at most " + compacted + ")");
            }
        }
    }

    /** Lets filters use a compact revision that the database contains, after writing it to disk. */
    void raise(long compactRevision, Db db) throws IOException {
        if (compactRevision > known.point().revision()) {
            changeFilters.setCrowded(false); // it was counted at the compact revision before
            known.raise(compactRevision, db);
        }
    }

    /** Starts to free the space of obsolete versions where it is worth it; flushes, but does not wait for compactions. */
    void push(Db db) throws IOException {
        DbStatistics statistics = db.statistics();
        long logged = statistics.writes().logBytes() - loggedBefore;
        if (logged >= Math.max(LEAST_FLUSH, statistics.storedBytes() / LOG_SHARE)) {
            flush(db);
        }
        compare(db);
        db.scheduleCompactions();
    }

    /** Frees the space of obsolete versions where it is worth it, and waits until that is done. */
    void finish(Db db, BooleanSupplier givenUp) throws IOException {
        flush(db);
        db.awaitFiltered(family(db, Store.KEYS), givenUp);
        compare(db);
        db.awaitFiltered(family(db, Store.REVISIONS), givenUp);
        changeFilters.setCrowded(false);
    }

    /** Flushes all families, because each of them may hold logs. */
    private void flush(Db db) throws IOException {
        loggedBefore = db.statistics().writes().logBytes();
        db.flush();
    }

    /** Counts changes without a version: there are as many changes as versions if none is obsolete. */
    private void compare(Db db) throws IOException {
        long versions = db.fileEntries(family(db, Store.KEYS));
        long changes = db.fileEntries(family(db, Store.REVISIONS));
        changeFilters.setCrowded(changes > 2 * versions + SPARE_CHANGES);
    }

    private static ColumnFamily family(Db db, String name) {
        return db.family(name).orElseThrow();
    }
}

package io.narrows.node.mvcc;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.DbOptions;
import java.io.IOException;
import java.util.function.BooleanSupplier;

/**
 * The removal of obsolete versions from a database. Filters drop them from the files that flushes and compactions write anyway.
 * In addition, each higher compact revision flushes the database, which leaves out versions obsolete in memory, and a file is
 * compacted when most of it is obsolete, so that the space is free soon: at most once for each compact revision, and for each
 * snapshot that is closed.
 */
final class Obsolescence {
    /** Changes that may be left over in addition to those of all versions. */
    private static final long SPARE_CHANGES = 1000;

    private final KnownCompaction known = new KnownCompaction();
    private final ChangeFilters changeFilters = new ChangeFilters(known);

    /** Returns options of a database whose filters drop what this one {@linkplain #raise knows} to be obsolete. */
    DbOptions filtering(DbOptions options) {
        return options.withFamily(Store.KEYS, options.of(Store.KEYS).withCompactionFilter(new VersionFilters(known)))
                .withFamily(Store.REVISIONS, options.of(Store.REVISIONS).withCompactionFilter(changeFilters));
    }

    /** Sets where the filters look up versions. */
    void lookUpIn(ChangeFilters.VersionSource versions) {
        changeFilters.lookUpIn(versions);
    }

    /** Lets filters use a compact revision that the database contains, after flushing it. */
    void raise(long compactRevision, Db db) throws IOException {
        if (compactRevision > known.point().revision()) {
            changeFilters.setCrowded(false); // it was counted at the compact revision before
            known.raise(compactRevision, db);
        }
    }

    /** Starts to free the space of obsolete versions where it is worth it, but does not wait for compactions. */
    void push(Db db) throws IOException {
        compare(db);
        db.scheduleCompactions();
    }

    /** Frees the space of obsolete versions where it is worth it, and waits until that is done. */
    void finish(Db db, BooleanSupplier givenUp) throws IOException {
        db.awaitFiltered(family(db, Store.KEYS), givenUp);
        compare(db);
        db.awaitFiltered(family(db, Store.REVISIONS), givenUp);
        changeFilters.setCrowded(false);
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

package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.db.WriteOptions;
import java.io.IOException;
import java.util.Optional;

/**
 * One step of clearing away old versions. It goes through the changes since the last time; where one is the last of its key
 * until the target, all older versions of the key go, and so does it if it is a tombstone of before the target. A tombstone at the
 * target stays until the next target, as a watch may begin there. What else was cleared away before needs no second look: a key that has
 * not changed since has nothing older left. So the work is that of the changes, not of the keys.
 *
 * <p>At each moment those that read at the target or later see the same: older versions are hidden by the one that is kept, and
 * a tombstone goes with or behind what it hides.
 */
final class ClearingBatch {
    /** Versions that are deleted at once. */
    private static final int MAX_DELETIONS = 1000;

    /** Changes that are looked at at once. */
    private static final int MAX_CHANGES = 10_000;

    private final Store store;
    private final VersionCursor versions;
    private final long target;
    private final WriteBatch batch = new WriteBatch();
    private int deletions;

    private ClearingBatch(Store store, VersionCursor versions, long target) {
        this.store = store;
        this.versions = versions;
        this.target = target;
    }

    /**
     * @param cleared the revision up to which all is cleared away
     * @param target up to which it shall be
     * @return up to which it is now
     */
    static long write(Store store, long cleared, long target) throws IOException {
        try (RevisionCursor changes = store.revisions(ReadOptions.DEFAULT);
                VersionCursor versions = store.versions(ReadOptions.DEFAULT)) {
            return new ClearingBatch(store, versions, target).write(changes, cleared);
        }
    }

    private long write(RevisionCursor changes, long cleared) throws IOException {
        long done = cleared;
        int seen = 0;
        changes.seek(cleared); // its tombstones are still there
        for (; changes.isValid(); changes.next()) {
            long main = changes.revision().main();
            if (main > target) {
                break;
            }
            if (main - 1 > done) {
                done = main - 1;
                if (deletions >= MAX_DELETIONS || seen >= MAX_CHANGES) {
                    return finish(done);
                }
            }
            seen++;
            clear(changes.key(), main);
        }
        return finish(target);
    }

    private long finish(long done) throws IOException {
        store.putCleared(batch, done);
        write();
        return done;
    }

    private void clear(ByteString key, long main) throws IOException {
        Optional<Version> last = versions.youngest(key, target);
        if (last.isEmpty() || last.get().revision() != main) {
            return;
        }
        for (Optional<Version> old = versions.older(); old.isPresent(); old = versions.older()) {
            delete(key, old.get());
        }
        if (last.get().isTombstone() && main < target) {
            delete(key, last.get());
        }
    }

    /** Versions of one key may be more than fit; those that are written early are hidden by what comes late. */
    private void delete(ByteString key, Version version) throws IOException {
        store.deleteVersion(batch, key, version);
        if (++deletions % MAX_DELETIONS == 0) {
            write();
        }
    }

    private void write() throws IOException {
        if (!batch.isEmpty()) {
            store.db().write(batch, WriteOptions.DEFAULT);
            batch.clear();
        }
    }
}

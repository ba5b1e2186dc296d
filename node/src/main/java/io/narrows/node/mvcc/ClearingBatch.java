package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.storage.batch.WriteBatch;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.db.WriteOptions;
import java.io.IOException;
import java.util.Optional;

/**
 * A batch of removals of old versions. It scans the changes since the last batch. If a change is the last of its key up to
 * the target, all older versions of the key are removed, and the change itself too if it is a tombstone before the target. A
 * tombstone at the target stays until the next target, because a watch may start there. Keys without a change since the last
 * target have no older versions left, so the cost is proportional to changes, not keys.
 *
 * <p>Readers at the target or later see the same result at every moment: older versions are hidden by the one that is kept,
 * and a tombstone is removed with or after the versions that it hides.
 */
final class ClearingBatch {
    /** Deletions per write. */
    private static final int MAX_DELETIONS = 1000;

    /** Changes per scan. */
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
     * @param cleared revision up to which everything is removed
     * @param target revision up to which to remove
     * @return revision up to which everything is removed now
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

    /** Deletes a version. A key may have more versions than one write; those deleted early are hidden by those deleted late. */
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

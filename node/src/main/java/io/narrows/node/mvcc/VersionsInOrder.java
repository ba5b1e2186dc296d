package io.narrows.node.mvcc;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.Slice;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.iterate.DbIterator;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds given versions of keys in the order of keys. As long as little lies between them in the family {@code keys}, it steps with an
 * iterator, which reads each block once and reads ahead. Otherwise it looks each version up, and only tries to step again after twice
 * as many lookups as before. Not thread-safe.
 */
final class VersionsInOrder implements AutoCloseable {
    private static final int MOST_LOOKUPS = 64;

    private final Db db;
    private final ColumnFamily keys;
    private final ReadOptions as;
    private @Nullable DbIterator steps;

    /** Whether the iterator is at the version found last. */
    private boolean standing;

    /** Lookups between two tries. */
    private int pause;

    /** Lookups left until the next try. */
    private int lookups;

    VersionsInOrder(Db db, ColumnFamily keys, ReadOptions as) {
        this.db = db;
        this.keys = keys;
        this.as = as;
    }

    /**
     * Returns the value of a version that comes after the one found before, valid until the next call.
     *
     * @param versionKey made by {@link VersionKey#of}
     * @return empty if there is no such version
     */
    Optional<Slice> find(byte[] versionKey) throws IOException {
        Slice target = Slice.of(versionKey);
        if (lookups == 0) {
            DbIterator at = steps();
            boolean stepped = standing;
            standing = false;
            if (stepped) {
                at.next();
                stepTo(target, at);
            } else {
                at.seek(target);
            }
            if (at.isValid() && at.key().equals(target)) {
                standing = true;
                pause = stepped ? 0 : pause;
                return Optional.of(at.value());
            }
            pause = Math.min(Math.max(1, 2 * pause), MOST_LOOKUPS);
            lookups = pause;
        }
        lookups--;
        return db.get(keys, versionKey, as).map(Slice::of);
    }

    /** Moves to a version, or to the one after its place, unless too much lies between. */
    private static void stepTo(Slice target, DbIterator at) throws IOException {
        int left = VersionCursor.STEPPED_BYTES;
        while (left > 0 && at.isValid() && at.key().compareTo(target) < 0) {
            left -= Math.max(at.value().length(), VersionCursor.LEAST_STEP);
            at.next();
        }
    }

    @Override
    public void close() {
        if (steps != null) {
            steps.close();
        }
    }

    private DbIterator steps() throws IOException {
        if (steps == null) {
            steps = db.iterator(keys, as);
        }
        return steps;
    }
}

package io.narrows.storage.db;

import io.narrows.storage.Slice;
import io.narrows.storage.iterate.Bounds;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Options of a read.
 *
 * @param snapshot the moment to read at; empty for now
 * @param bounds key bounds of an iterator
 */
public record ReadOptions(Optional<Snapshot> snapshot, Bounds bounds) {
    public static final ReadOptions DEFAULT = new ReadOptions(Optional.empty(), Bounds.NONE);

    public static ReadOptions at(Snapshot snapshot) {
        return new ReadOptions(Optional.of(snapshot), Bounds.NONE);
    }

    /**
     * Returns a copy with other bounds.
     *
     * @param lower the first key, inclusive; null for none
     * @param upper the end, exclusive; null for none
     */
    public ReadOptions between(byte @Nullable [] lower, byte @Nullable [] upper) {
        return new ReadOptions(snapshot, new Bounds(sliceOrNull(lower), sliceOrNull(upper)));
    }

    private static @Nullable Slice sliceOrNull(byte @Nullable [] key) {
        return key == null ? null : Slice.of(key);
    }

    /** Returns the highest visible sequence number, given that of the latest write. */
    long sequence(long last) {
        return snapshot.isPresent() ? snapshot.get().sequence() : last;
    }
}

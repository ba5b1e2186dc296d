package io.narrows.storage.db;

import io.narrows.storage.Slice;
import io.narrows.storage.iterate.Bounds;
import java.util.Optional;

/**
 * What a read sees.
 *
 * @param snapshot as of when; none for now
 * @param bounds of an iterator
 */
public record ReadOptions(Optional<Snapshot> snapshot, Bounds bounds) {
    public static final ReadOptions DEFAULT = new ReadOptions(Optional.empty(), Bounds.NONE);

    public static ReadOptions at(Snapshot snapshot) {
        return new ReadOptions(Optional.of(snapshot), Bounds.NONE);
    }

    /**
     * The same between two keys.
     *
     * @param lower the first key, null for none
     * @param upper the first key behind, null for none
     */
    public ReadOptions between(byte[] lower, byte[] upper) {
        return new ReadOptions(snapshot, new Bounds(sliceOrNull(lower), sliceOrNull(upper)));
    }

    private static Slice sliceOrNull(byte[] key) {
        return key == null ? null : Slice.of(key);
    }

    /** The youngest sequence number that it sees, given that of the youngest write. */
    long sequence(long last) {
        return snapshot.isPresent() ? snapshot.get().sequence() : last;
    }
}

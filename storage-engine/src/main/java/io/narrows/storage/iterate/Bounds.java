package io.narrows.storage.iterate;

import io.narrows.storage.Slice;
import org.jspecify.annotations.Nullable;

/**
 * The key range of an iterator. The bytes must not change.
 *
 * @param lower the first user key, inclusive; null for none
 * @param upper the end, exclusive; null for none
 */
public record Bounds(@Nullable Slice lower, @Nullable Slice upper) {
    public static final Bounds NONE = new Bounds(null, null);

    /** Returns whether a user key is below the range. */
    public boolean isBelow(Slice key) {
        return lower != null && key.compareTo(lower) < 0;
    }

    /** Returns whether a user key is above the range. */
    public boolean isAbove(Slice key) {
        return upper != null && key.compareTo(upper) >= 0;
    }
}

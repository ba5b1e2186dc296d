package io.narrows.storage.iterate;

import io.narrows.storage.Slice;

/**
 * The keys that an iterator shows. Its bytes must stay as they are.
 *
 * @param lower the first user key; null for none
 * @param upper the first user key behind them; null for none
 */
public record Bounds(Slice lower, Slice upper) {
    public static final Bounds NONE = new Bounds(null, null);

    /** Whether a user key is before those within. */
    public boolean isBelow(Slice key) {
        return lower != null && key.compareTo(lower) < 0;
    }

    /** Whether a user key is behind those within. */
    public boolean isAbove(Slice key) {
        return upper != null && key.compareTo(upper) >= 0;
    }
}

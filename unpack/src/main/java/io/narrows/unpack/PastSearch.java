package io.narrows.unpack;

import io.narrows.unpack.recipe.Recipe;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The experience with pieces of one kind: the recipe that matched last, and the time that new connections may still spend before they have
 * earned any. That time grows with the clock, so that many short connections without a recipe cost no more than few long ones. Safe for
 * use by many threads.
 */
final class PastSearch {
    /** Most nanoseconds in store: the first search of eight connections. */
    static final long MOST = 8 * SearchBudget.MOST;

    /** Nanoseconds of the clock for each that is stored: 0.2 % of a processor. */
    static final int CLOCK_PER_STORED = 500;

    /** Connections in a row whose first piece the recipe may miss before no other one begins with it. */
    private static final int MISSES = 8;

    /**
     * A recipe that matched.
     *
     * @param differed whether only with differences
     */
    record Match(Recipe recipe, int settings, boolean differed) {}

    private final LongSupplier nanoClock;
    private long stored = MOST;
    private long storedAt;
    private @Nullable Match last;
    private int misses;

    PastSearch(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.storedAt = nanoClock.getAsLong();
    }

    /** Returns the match with which a connection begins; null if there is none. */
    synchronized @Nullable Match last() {
        return misses < MISSES ? last : null;
    }

    /** Records a match. */
    synchronized void matched(Match match) {
        last = match;
        misses = 0;
    }

    /** Records that the match with which a connection began missed its first piece. */
    synchronized void missed() {
        misses++;
    }

    /** Returns the nanoseconds that may be spent now. */
    synchronized long left() {
        long now = nanoClock.getAsLong();
        long earned = (now - storedAt) / CLOCK_PER_STORED;
        storedAt += earned * CLOCK_PER_STORED;
        stored = Math.min(MOST, stored + earned);
        return stored;
    }

    /** Spends nanoseconds, as far as there are any. */
    synchronized void spend(long nanos) {
        stored = Math.max(0, left() - nanos);
    }
}

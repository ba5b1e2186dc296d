package io.narrows.tests.node;

import java.util.Random;

/** The revisions that can be requested from a store. */
final class Reached {
    private final Random random;
    private long current = 1;
    private long compacted;

    Reached(Random random) {
        this.random = random;
    }

    long current() {
        return current;
    }

    void current(long revision) {
        current = Math.max(current, revision);
    }

    void compacted(long revision) {
        compacted = Math.max(compacted, revision);
    }

    boolean isCompactedAt(long revision) {
        return isCompacted() && revision == compacted;
    }

    boolean isCompacted() {
        return compacted > 0;
    }

    /** Returns a revision. Most are readable; some are too old or in the future. */
    long any() {
        return Math.max(1, between(compacted - 2, current + 2));
    }

    long readable() {
        return between(Math.max(1, compacted), current);
    }

    private long between(long first, long last) {
        return first + random.nextLong(last - first + 1);
    }
}

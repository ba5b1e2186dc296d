package io.narrows.storage.sst;

import java.util.concurrent.atomic.LongAdder;

/** Counts the results of filters in {@link TableReader#get}. Many files may share one. Thread-safe. */
public final class FilterTally {
    private final LongAdder useful = new LongAdder();
    private final LongAdder passed = new LongAdder();
    private final LongAdder falsePositives = new LongAdder();

    /** Returns how often a filter excluded the key from its file. */
    public long useful() {
        return useful.sum();
    }

    /** Returns how often a filter let a lookup through. */
    public long passed() {
        return passed.sum();
    }

    /** Returns how many of these found no entry of the key visible to the reader. */
    public long falsePositives() {
        return falsePositives.sum();
    }

    void rejected() {
        useful.increment();
    }

    void passed(boolean found) {
        passed.increment();
        if (!found) {
            falsePositives.increment();
        }
    }
}

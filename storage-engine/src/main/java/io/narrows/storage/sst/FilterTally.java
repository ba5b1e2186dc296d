package io.narrows.storage.sst;

import java.util.concurrent.atomic.LongAdder;

/**
 * Counts what the filters of files were good for in {@link TableReader#get}. One may be shared by many files. Safe for use
 * by many threads.
 */
public final class FilterTally {
    private final LongAdder useful = new LongAdder();
    private final LongAdder passed = new LongAdder();
    private final LongAdder falsePositives = new LongAdder();

    /** How often a filter said that its file has not the key. */
    public long useful() {
        return useful.sum();
    }

    /** How often a filter said that its file may have the key. */
    public long passed() {
        return passed.sum();
    }

    /** How often that was wrong: the file has nothing of the key that the reader may see. */
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

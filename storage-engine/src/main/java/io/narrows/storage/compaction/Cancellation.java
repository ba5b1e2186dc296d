package io.narrows.storage.compaction;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Asks now and then whether a job is still wanted; to ask for each entry would cost more than it is worth. */
final class Cancellation {
    private static final int ENTRIES = 1 << 10;

    private final BooleanSupplier cancelled;
    private int left = ENTRIES;

    Cancellation(BooleanSupplier cancelled) {
        this.cancelled = cancelled;
    }

    /** @throws CancellationException when it is not wanted any more */
    void check() {
        if (--left == 0) {
            left = ENTRIES;
            checkNow();
        }
    }

    void checkNow() {
        if (cancelled.getAsBoolean()) {
            throw new CancellationException("the job is not wanted any more");
        }
    }
}

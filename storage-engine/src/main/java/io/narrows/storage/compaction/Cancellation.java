package io.narrows.storage.compaction;

import java.util.concurrent.CancellationException;
import java.util.function.BooleanSupplier;

/** Checks periodically whether a job was canceled; checking for each entry would cost too much. */
final class Cancellation {
    private static final int ENTRIES = 1 << 10;

    private final BooleanSupplier cancelled;
    private int left = ENTRIES;

    Cancellation(BooleanSupplier cancelled) {
        this.cancelled = cancelled;
    }

    /** @throws CancellationException if the job was canceled */
    void check() {
        if (--left == 0) {
            left = ENTRIES;
            checkNow();
        }
    }

    void checkNow() {
        if (cancelled.getAsBoolean()) {
            throw new CancellationException("the job was canceled");
        }
    }
}

package io.narrows.proxy.meter;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the times between the read and the write of app bytes inside this sidecar. Safe for use by many
 * threads.
 */
public final class LatencyHistogram {
    private final AtomicLongArray cells = new AtomicLongArray(LatencyBounds.CELLS);
    private final LongAdder sumNanos = new LongAdder();

    /** @param nanos 0 or more */
    public void record(long nanos) {
        cells.getAndIncrement(LatencyBounds.cell(nanos));
        sumNanos.add(nanos);
    }

    /** Returns the number of values in each cell, in the order of {@link LatencyBounds}. */
    long[] counts() {
        long[] copy = new long[LatencyBounds.CELLS];
        Arrays.setAll(copy, cells::get);
        return copy;
    }

    double sumSeconds() {
        return sumNanos.sum() / 1e9;
    }
}

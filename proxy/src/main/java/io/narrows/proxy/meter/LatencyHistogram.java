package io.narrows.proxy.meter;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** Times between the read of app bytes and their write inside this sidecar. Safe for use by many threads. */
public final class LatencyHistogram {
    private static final long[] BOUNDS_MICROS = {
        10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000
    };

    private final AtomicLongArray counts = new AtomicLongArray(BOUNDS_MICROS.length + 1);
    private final LongAdder sumNanos = new LongAdder();

    /** @param nanos from 0; above a second all fall into one bucket */
    public void record(long nanos) {
        int bucket = 0;
        while (bucket < BOUNDS_MICROS.length && nanos > BOUNDS_MICROS[bucket] * 1000) {
            bucket++;
        }
        counts.getAndIncrement(bucket);
        sumNanos.add(nanos);
    }

    /** Upper bounds in seconds; the last is infinite. */
    double[] upperBounds() {
        double[] bounds = new double[BOUNDS_MICROS.length + 1];
        for (int i = 0; i < BOUNDS_MICROS.length; i++) {
            bounds[i] = BOUNDS_MICROS[i] / 1e6;
        }
        bounds[BOUNDS_MICROS.length] = Double.POSITIVE_INFINITY;
        return bounds;
    }

    /** How many fell into each bucket, not cumulative. */
    long[] counts() {
        long[] copy = new long[counts.length()];
        for (int i = 0; i < copy.length; i++) {
            copy[i] = counts.get(i);
        }
        return copy;
    }

    double sumSeconds() {
        return sumNanos.sum() / 1e9;
    }
}

package io.narrows.proxy.meter;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * The cells that latencies are counted in. Their bounds are those of the classic and the native buckets combined, so
 * that buckets of both kinds are sums of whole cells and have the same total count, which Prometheus checks.
 *
 * <p>Bucket {@code i} of a native histogram of schema {@code s} ends at 2^(i / 2^s) seconds: with schema 3, each is 9 %
 * wider than the previous one.
 */
final class LatencyBounds {
    static final int NATIVE_SCHEMA = 3;

    /**
     * The threshold of Prometheus' own clients. Without a threshold, an empty histogram is mistaken for a classic one.
     */
    static final double NATIVE_ZERO_THRESHOLD = 0x1p-128;

    private static final int BUCKETS_PER_DOUBLING = 1 << NATIVE_SCHEMA;
    private static final int FIRST_NATIVE = -17 * BUCKETS_PER_DOUBLING; // everything up to 7.6 µs
    private static final int LAST_NATIVE = 3 * BUCKETS_PER_DOUBLING; // up to 8 s; the next one covers the rest
    private static final double NANOS_PER_SECOND = 1e9;

    private static final long[] CLASSIC_NANOS = {
        20_000, 50_000, 100_000, 200_000, 500_000, 2_000_000, 10_000_000, 20_000_000, 100_000_000, 1_000_000_000
    };
    private static final long[] NATIVE_NANOS = IntStream.rangeClosed(FIRST_NATIVE, LAST_NATIVE)
            .mapToLong(LatencyBounds::nativeNanos)
            .toArray();
    private static final long[] CELL_NANOS = LongStream.concat(
                    Arrays.stream(CLASSIC_NANOS), Arrays.stream(NATIVE_NANOS))
            .sorted()
            .distinct()
            .toArray();

    static final int CELLS = CELL_NANOS.length + 1;

    private LatencyBounds() {}

    private static long nativeNanos(int bucket) {
        return (long) (Math.pow(2, (double) bucket / BUCKETS_PER_DOUBLING) * NANOS_PER_SECOND);
    }

    /** Returns the cell of a latency; its upper bound is inclusive. */
    static int cell(long nanos) {
        return firstFrom(CELL_NANOS, nanos);
    }

    /** Returns the upper bounds of the cells in seconds; the last is infinite. */
    static double[] cellBounds() {
        return seconds(CELL_NANOS);
    }

    /** Returns the upper bounds of the classic buckets in seconds; the last is infinite. */
    static double[] classicBounds() {
        return seconds(CLASSIC_NANOS);
    }

    private static double[] seconds(long[] nanos) {
        double[] bounds = new double[nanos.length + 1];
        for (int i = 0; i < nanos.length; i++) {
            bounds[i] = nanos[i] / NANOS_PER_SECOND;
        }
        bounds[nanos.length] = Double.POSITIVE_INFINITY;
        return bounds;
    }

    /** Returns the number of values in each classic bucket, not cumulative. */
    static long[] classicCounts(long[] cells) {
        return counts(cells, CLASSIC_NANOS);
    }

    /** Returns the number of values in each native bucket, beginning with bucket {@link #nativeIndex nativeIndex(0)}. */
    static long[] nativeCounts(long[] cells) {
        return counts(cells, NATIVE_NANOS);
    }

    /** Returns the number of a native bucket in the exposition. */
    static int nativeIndex(int bucket) {
        return FIRST_NATIVE + bucket;
    }

    private static long[] counts(long[] cells, long[] bounds) {
        long[] counts = new long[bounds.length + 1];
        for (int cell = 0; cell < cells.length; cell++) {
            long upper = cell < CELL_NANOS.length ? CELL_NANOS[cell] : Long.MAX_VALUE;
            counts[firstFrom(bounds, upper)] += cells[cell];
        }
        return counts;
    }

    /** Returns the index of the first bound that is not less than the value. */
    private static int firstFrom(long[] bounds, long value) {
        int found = Arrays.binarySearch(bounds, value);
        return found >= 0 ? found : -found - 1;
    }
}

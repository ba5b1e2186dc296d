package io.narrows.lab.load;

import org.HdrHistogram.Histogram;

/**
 * Latency statistics.
 *
 * @param count number of values; if 0, all others are 0 too
 * @param p50 median in seconds; all latencies are in seconds
 */
public record LatencyFigures(long count, double p50, double p99, double p999, double max) {
    private static final double NANOS_OF_SECOND = 1e9;

    static LatencyFigures of(Histogram nanos) {
        return new LatencyFigures(
                nanos.getTotalCount(),
                nanos.getValueAtPercentile(50) / NANOS_OF_SECOND,
                nanos.getValueAtPercentile(99) / NANOS_OF_SECOND,
                nanos.getValueAtPercentile(99.9) / NANOS_OF_SECOND,
                nanos.getMaxValue() / NANOS_OF_SECOND);
    }
}

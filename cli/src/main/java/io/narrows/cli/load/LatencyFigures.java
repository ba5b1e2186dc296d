package io.narrows.cli.load;

import org.HdrHistogram.Histogram;

/**
 * How long things took.
 *
 * @param count how many there were; all else is 0 when none was
 * @param p50 half of them took at most so long, in seconds
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

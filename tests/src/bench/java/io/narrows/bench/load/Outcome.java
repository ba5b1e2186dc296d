package io.narrows.bench.load;

import org.HdrHistogram.Histogram;

/**
 * Measurements of the application.
 *
 * @param bytes sent by both ends together
 * @param mismatches how often received data differed from the sent data
 * @param nanos from the beginning to the last byte
 * @param delays in nanoseconds: of round trips for a ping, of one way otherwise
 */
public record Outcome(long bytes, long mismatches, long nanos, Histogram delays) {}

package io.narrows.bench.load;

import org.HdrHistogram.Histogram;

/**
 * What the application has seen.
 *
 * @param bytes that it sent, both ends together
 * @param mismatches how often something else arrived than was sent
 * @param nanos from the beginning to the last byte
 * @param delays in nanoseconds: of round trips for a ping, of one way otherwise
 */
public record Outcome(long bytes, long mismatches, long nanos, Histogram delays) {}

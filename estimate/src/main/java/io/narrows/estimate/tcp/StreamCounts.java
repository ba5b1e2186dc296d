package io.narrows.estimate.tcp;

/**
 * Counts of the TCP segments of a capture.
 *
 * @param connections all that were reported
 * @param joined those that began before the capture
 * @param evicted those that were forgotten to make room, before they ended
 * @param bytes payload that was passed on
 * @param duplicateSegments segments with payload, all of which was there before: retransmitted, or captured twice
 * @param duplicateBytes payload that was there before, also of segments that were partly new
 * @param outOfOrderSegments segments that waited behind a gap
 * @param keepAlives probes that repeat the byte before the next one, or carry none
 * @param holes gaps that were given up
 * @param lostBytes bytes of holes
 * @param cutBytes payload that was not captured because of the snap length
 * @param strays segments too far from the others of their direction to belong to it
 * @param unassigned segments without payload of connections not seen before, and all segments after a connection's end
 * @param unassignedBytes payload of these, also if it was there before
 */
public record StreamCounts(
        long connections,
        long joined,
        long evicted,
        long bytes,
        long duplicateSegments,
        long duplicateBytes,
        long outOfOrderSegments,
        long keepAlives,
        long holes,
        long lostBytes,
        long cutBytes,
        long strays,
        long unassigned,
        long unassignedBytes) {}

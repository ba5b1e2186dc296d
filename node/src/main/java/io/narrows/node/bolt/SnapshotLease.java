package io.narrows.node.bolt;

/**
 * A lease in a snapshot.
 *
 * @param ttl seconds, as granted
 * @param remainingTtl seconds that were left at the last checkpoint of it; 0 when there was none, then it is the whole ttl again
 */
public record SnapshotLease(long id, long ttl, long remainingTtl) {}

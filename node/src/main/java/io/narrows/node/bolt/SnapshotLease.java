package io.narrows.node.bolt;

/**
 * A lease in a snapshot.
 *
 * @param ttl granted TTL in seconds
 * @param remainingTtl seconds left at the lease's last checkpoint; 0 without a checkpoint, which means the whole TTL
 */
public record SnapshotLease(long id, long ttl, long remainingTtl) {}

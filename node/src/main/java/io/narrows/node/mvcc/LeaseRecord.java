package io.narrows.node.mvcc;

/**
 * A lease.
 *
 * @param ttl granted TTL in seconds
 * @param remainingTtl seconds left at the last checkpoint; 0 for the whole TTL
 */
public record LeaseRecord(long id, long ttl, long remainingTtl) {
    /** Returns a lease without a checkpoint. */
    public static LeaseRecord granted(long id, long ttl) {
        return new LeaseRecord(id, ttl, 0);
    }

    /** Returns the seconds that a new leader gives the lease. */
    public long left() {
        return remainingTtl > 0 ? remainingTtl : ttl;
    }
}

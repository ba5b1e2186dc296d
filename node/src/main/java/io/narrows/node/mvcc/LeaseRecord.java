package io.narrows.node.mvcc;

/**
 * A lease.
 *
 * @param ttl seconds, as granted
 * @param remainingTtl seconds that were left at the last checkpoint; 0 for the whole ttl
 */
public record LeaseRecord(long id, long ttl, long remainingTtl) {
    /** Returns a lease without a checkpoint. */
    public static LeaseRecord granted(long id, long ttl) {
        return new LeaseRecord(id, ttl, 0);
    }

    /** Returns the seconds that a new leader gives it. */
    public long left() {
        return remainingTtl > 0 ? remainingTtl : ttl;
    }
}

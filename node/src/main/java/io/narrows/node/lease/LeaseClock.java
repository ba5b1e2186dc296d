package io.narrows.node.lease;

import io.narrows.node.mvcc.LeaseRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * The leader's clock of lease expirations. Time is not part of the replicated state: a new leader gives each lease the time
 * left at its last checkpoint, or its whole TTL, so that a lease may live longer than requested but never shorter. On other
 * members the clock only knows which leases exist. Safe for use by many threads.
 */
public final class LeaseClock {
    /** Interval between checkpoints of a lease, as in etcd. */
    static final Duration CHECKPOINT_INTERVAL = Duration.ofMinutes(5);

    private final LongSupplier nanoTime;
    private final Map<Long, RunningLease> leases = new HashMap<>();
    private boolean leading;

    /** @param nanoTime monotonic clock in nanoseconds */
    public LeaseClock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** Replaces all leases. */
    public synchronized void reset(Collection<LeaseRecord> all) {
        leases.clear();
        all.forEach(lease -> leases.put(lease.id(), new RunningLease(lease, nanoTime.getAsLong())));
    }

    /** @param ttl seconds */
    public synchronized void grant(long id, long ttl) {
        leases.put(id, new RunningLease(LeaseRecord.granted(id, ttl), nanoTime.getAsLong()));
    }

    public synchronized void revoke(long id) {
        leases.remove(id);
    }

    /** Starts leading: every lease is given its last known remaining time. */
    public synchronized void lead() {
        long now = nanoTime.getAsLong();
        leases.replaceAll((id, lease) -> new RunningLease(lease.record(), now));
        leading = true;
    }

    public synchronized void follow() {
        leading = false;
    }

    public synchronized boolean isLeading() {
        return leading;
    }

    /** Renews a lease and returns its TTL in seconds; empty if the lease does not exist or has expired. */
    public synchronized OptionalLong keepAlive(long id) {
        RunningLease lease = leases.get(id);
        long now = nanoTime.getAsLong();
        if (lease == null || lease.remainingNanos(now) <= 0) {
            return OptionalLong.empty();
        }
        lease.renew(now);
        return OptionalLong.of(lease.record().ttl());
    }

    /** Returns a lease's remaining nanoseconds, 0 if it has expired; empty if it does not exist. */
    public synchronized OptionalLong remainingNanos(long id) {
        RunningLease lease = leases.get(id);
        return lease == null
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, lease.remainingNanos(nanoTime.getAsLong())));
    }

    /** Returns the granted TTL of a lease. */
    public synchronized Optional<Duration> granted(long id) {
        return Optional.ofNullable(leases.get(id))
                .map(lease -> Duration.ofSeconds(lease.record().ttl()));
    }

    /** Returns up to {@code most} leases to revoke; none on a member that does not lead. */
    public synchronized List<Long> expired(int most) {
        List<Long> ids = new ArrayList<>();
        if (!leading) {
            return ids;
        }
        long now = nanoTime.getAsLong();
        for (Map.Entry<Long, RunningLease> lease : leases.entrySet()) {
            if (ids.size() == most) {
                break;
            }
            if (lease.getValue().remainingNanos(now) <= 0) {
                ids.add(lease.getKey());
            }
        }
        return ids;
    }

    /**
     * Starts up to {@code most} checkpoints, of leases that were neither renewed nor checkpointed for
     * {@link #CHECKPOINT_INTERVAL}; none on a member that does not lead. They must be proposed before the next call of
     * {@link #beginClearing}.
     */
    public synchronized List<LeaseRecord> beginCheckpoints(int most) {
        List<LeaseRecord> due = new ArrayList<>();
        if (!leading) {
            return due;
        }
        long now = nanoTime.getAsLong();
        for (RunningLease lease : leases.values()) {
            if (due.size() == most) {
                break;
            }
            lease.beginCheckpoint(now, CHECKPOINT_INTERVAL).ifPresent(due::add);
        }
        return due;
    }

    /** Returns whether a renewed lease may have a checkpoint, which must then be cleared. */
    public synchronized boolean beginClearing(long id) {
        RunningLease lease = leases.get(id);
        return lease != null && lease.beginClearing();
    }

    /** Records a checkpoint that the group has applied; 0 seconds clears it. */
    public synchronized void checkpointed(long id, long remainingTtl) {
        RunningLease lease = leases.get(id);
        if (lease != null) {
            lease.checkpointed(remainingTtl);
        }
    }
}

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
 * When leases expire, as the leader keeps it. No clock is part of the state that the group agrees on: a member that becomes
 * leader gives each lease the time of its last checkpoint, or its whole time, so that a lease may live longer than it was asked to,
 * never shorter. While this member does not lead, it only knows which leases there are. Safe for use by many threads.
 */
public final class LeaseClock {
    /** A lease is checkpointed so often, as with etcd. */
    static final Duration CHECKPOINT_INTERVAL = Duration.ofMinutes(5);

    private final LongSupplier nanoTime;
    private final Map<Long, RunningLease> leases = new HashMap<>();
    private boolean leading;

    /** @param nanoTime a clock that never goes back, in nanoseconds */
    public LeaseClock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** From now on these are all leases there are. */
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

    /** Begins to lead: all leases have the time again that they were known to have left. */
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

    /** Gives a lease its whole time again, and says how many seconds that are; nothing when it is not there, or has expired. */
    public synchronized OptionalLong keepAlive(long id) {
        RunningLease lease = leases.get(id);
        long now = nanoTime.getAsLong();
        if (lease == null || lease.remainingNanos(now) <= 0) {
            return OptionalLong.empty();
        }
        lease.renew(now);
        return OptionalLong.of(lease.record().ttl());
    }

    /** Nanoseconds that a lease still lives, 0 when it has expired; nothing when it is not there. */
    public synchronized OptionalLong remainingNanos(long id) {
        RunningLease lease = leases.get(id);
        return lease == null
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, lease.remainingNanos(nanoTime.getAsLong())));
    }

    /** The whole time of a lease. */
    public synchronized Optional<Duration> granted(long id) {
        return Optional.ofNullable(leases.get(id))
                .map(lease -> Duration.ofSeconds(lease.record().ttl()));
    }

    /** Leases to be revoked, at most so many; none while another member leads. */
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
     * Begins checkpoints: of leases that were neither renewed nor checkpointed for {@link #CHECKPOINT_INTERVAL}, at most so many; none while
     * another member leads. Each is to be proposed before {@link #beginClearing} is called again.
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

    /** Returns whether a checkpoint may have been agreed on that a renewed lease must not have any more; it is to be cleared then. */
    public synchronized boolean beginClearing(long id) {
        RunningLease lease = leases.get(id);
        return lease != null && lease.beginClearing();
    }

    /** The group has agreed on a checkpoint, or cleared it with 0 seconds. */
    public synchronized void checkpointed(long id, long remainingTtl) {
        RunningLease lease = leases.get(id);
        if (lease != null) {
            lease.checkpointed(remainingTtl);
        }
    }
}

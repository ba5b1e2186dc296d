package io.narrows.node.lease;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * When leases expire, as the leader keeps it. No clock is part of the state that the group agrees on: a member that becomes
 * leader gives each lease its whole time anew, so that a lease may live longer than it was asked to, never shorter. While this
 * member does not lead, it only knows which leases there are. Safe for use by many threads.
 */
public final class LeaseClock {
    private final LongSupplier nanoTime;
    private final Map<Long, Running> leases = new HashMap<>();
    private boolean leading;

    /** @param nanoTime a clock that never goes back, in nanoseconds */
    public LeaseClock(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** From now on these are all leases there are. */
    public synchronized void reset(Map<Long, Duration> granted) {
        leases.clear();
        granted.forEach(this::grant);
    }

    public synchronized void grant(long id, Duration ttl) {
        leases.put(id, new Running(ttl, nanoTime.getAsLong()));
    }

    public synchronized void revoke(long id) {
        leases.remove(id);
    }

    /** Begins to lead: all leases have their whole time again. */
    public synchronized void lead() {
        long now = nanoTime.getAsLong();
        leases.replaceAll((id, lease) -> new Running(lease.ttl, now));
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
        Running lease = leases.get(id);
        long now = nanoTime.getAsLong();
        if (lease == null || lease.remaining(now) <= 0) {
            return OptionalLong.empty();
        }
        leases.put(id, new Running(lease.ttl, now));
        return OptionalLong.of(lease.ttl.toSeconds());
    }

    /** Nanoseconds that a lease still lives, 0 when it has expired; nothing when it is not there. */
    public synchronized OptionalLong remainingNanos(long id) {
        Running lease = leases.get(id);
        return lease == null
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, lease.remaining(nanoTime.getAsLong())));
    }

    /** The whole time of a lease. */
    public synchronized Optional<Duration> granted(long id) {
        return Optional.ofNullable(leases.get(id)).map(lease -> lease.ttl);
    }

    /** Leases to be revoked, at most so many; none while another member leads. */
    public synchronized List<Long> expired(int most) {
        List<Long> ids = new ArrayList<>();
        if (!leading) {
            return ids;
        }
        long now = nanoTime.getAsLong();
        for (Map.Entry<Long, Running> lease : leases.entrySet()) {
            if (ids.size() == most) {
                break;
            }
            if (lease.getValue().remaining(now) <= 0) {
                ids.add(lease.getKey());
            }
        }
        return ids;
    }

    private record Running(Duration ttl, long since) {
        long remaining(long now) {
            return ttl.toNanos() - (now - since);
        }
    }
}

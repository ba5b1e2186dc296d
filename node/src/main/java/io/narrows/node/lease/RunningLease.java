package io.narrows.node.lease;

import io.narrows.node.mvcc.LeaseRecord;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A lease on the leader's clock. A checkpoint older than the last renewal would shorten the lease under the next leader, so
 * a renewal is answered only after the checkpoint has been cleared, and no other checkpoint starts before that.
 */
final class RunningLease {
    private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

    private LeaseRecord lease;
    private long since;
    private long nanos;
    private long lastCheckpoint;
    /** Whether a checkpoint may be in flight. */
    private boolean checkpointing;
    /** Number of clearings in flight. */
    private int clearing;

    /** Starts the clock with the lease's remaining time. */
    RunningLease(LeaseRecord lease, long now) {
        this.lease = lease;
        begin(lease.left(), now);
    }

    private void begin(long seconds, long now) {
        since = now;
        nanos = TimeUnit.SECONDS.toNanos(seconds);
        lastCheckpoint = now;
    }

    LeaseRecord record() {
        return lease;
    }

    long remainingNanos(long now) {
        return nanos - (now - since);
    }

    void renew(long now) {
        begin(lease.ttl(), now);
    }

    /** Returns the lease with its remaining seconds, rounded up, if a checkpoint is due. */
    Optional<LeaseRecord> beginCheckpoint(long now, Duration interval) {
        long remaining = Math.floorDiv(remainingNanos(now) + SECOND - 1, SECOND);
        if (clearing > 0 || now - lastCheckpoint < interval.toNanos() || remaining <= 0) {
            return Optional.empty();
        }
        lastCheckpoint = now;
        checkpointing = true;
        return Optional.of(new LeaseRecord(lease.id(), lease.ttl(), remaining));
    }

    boolean beginClearing() {
        if (!checkpointing && lease.remainingTtl() == 0) {
            return false;
        }
        clearing++;
        return true;
    }

    /** @param remainingTtl 0 if the checkpoint was cleared */
    void checkpointed(long remainingTtl) {
        lease = new LeaseRecord(lease.id(), lease.ttl(), remainingTtl);
        if (remainingTtl == 0) {
            clearing = Math.max(0, clearing - 1);
            checkpointing &= clearing > 0;
        }
    }
}

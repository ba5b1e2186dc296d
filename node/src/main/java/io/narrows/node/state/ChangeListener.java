package io.narrows.node.state;

import io.narrows.node.command.HashClaim;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.Event;
import java.util.List;

/** A listener to applied changes. It is called in log order on the applying thread and must not block. */
public interface ChangeListener {
    /**
     * Called after keys have changed; the changes are readable.
     *
     * @param events ordered by change; each has its revision as mod_revision, and the previous value, if any, as prev_kv
     */
    default void changed(long revision, List<Event> events) {}

    /** Called after a compaction: earlier revisions can no longer be read or watched. */
    default void compacted(long revision) {}

    /** @param ttl seconds */
    default void leaseGranted(long id, long ttl) {}

    /** @param remainingTtl seconds that the lease has left; 0 for the whole TTL */
    default void leaseCheckpointed(long id, long remainingTtl) {}

    default void leaseRevoked(long id) {}

    /** Called when a member claims the hash of its keys; the keyspace contains exactly the entries applied before the claim. */
    default void hashClaimed(HashClaim claim) {}

    /** Called after a command raised an alarm, even if it was raised before. */
    default void alarmRaised(AlarmMember alarm) {}

    /** Called after the members have changed. */
    default void membersChanged() {}

    /** Called after a snapshot replaced the whole state. */
    default void replaced() {}

    /** Returns a listener that calls several in this order. */
    static ChangeListener all(List<ChangeListener> listeners) {
        return new ChangeListeners(listeners);
    }
}

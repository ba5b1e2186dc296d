package io.narrows.node.state;

import io.narrows.node.command.HashClaim;
import io.narrows.node.etcd.Event;
import java.util.List;

/** Is told what was applied, in the order of the log, on the one thread that applies: it must not block. */
public interface ChangeListener {
    /**
     * Keys have changed, and can be read.
     *
     * @param events in the order of their changes; each has its revision as mod_revision, and the value before as prev_kv, where there was one
     */
    default void changed(long revision, List<Event> events) {}

    /** Revisions before this one can no longer be read, nor watched from. */
    default void compacted(long revision) {}

    /** @param ttl seconds */
    default void leaseGranted(long id, long ttl) {}

    /** @param remainingTtl seconds that the lease has left; 0 for the whole ttl */
    default void leaseCheckpointed(long id, long remainingTtl) {}

    default void leaseRevoked(long id) {}

    /** A member claims what its keys come to; the keyspace has what was applied before, and nothing else. */
    default void hashClaimed(HashClaim claim) {}

    /** The members are others now. */
    default void membersChanged() {}

    /** All of the state is another one: a snapshot was installed. */
    default void replaced() {}

    /** Tells several, in this order. */
    static ChangeListener all(List<ChangeListener> listeners) {
        return new ChangeListeners(listeners);
    }
}

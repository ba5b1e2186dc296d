package io.narrows.node.state;

import io.narrows.node.command.HashClaim;
import io.narrows.node.etcd.AlarmMember;
import io.narrows.node.etcd.Event;
import java.util.List;

/** Several listeners as one. */
record ChangeListeners(List<ChangeListener> listeners) implements ChangeListener {
    ChangeListeners {
        listeners = List.copyOf(listeners);
    }

    @Override
    public void changed(long revision, List<Event> events) {
        listeners.forEach(listener -> listener.changed(revision, events));
    }

    @Override
    public void compacted(long revision) {
        listeners.forEach(listener -> listener.compacted(revision));
    }

    @Override
    public void leaseGranted(long id, long ttl) {
        listeners.forEach(listener -> listener.leaseGranted(id, ttl));
    }

    @Override
    public void leaseCheckpointed(long id, long remainingTtl) {
        listeners.forEach(listener -> listener.leaseCheckpointed(id, remainingTtl));
    }

    @Override
    public void leaseRevoked(long id) {
        listeners.forEach(listener -> listener.leaseRevoked(id));
    }

    @Override
    public void hashClaimed(HashClaim claim) {
        listeners.forEach(listener -> listener.hashClaimed(claim));
    }

    @Override
    public void alarmRaised(AlarmMember alarm) {
        listeners.forEach(listener -> listener.alarmRaised(alarm));
    }

    @Override
    public void membersChanged() {
        listeners.forEach(ChangeListener::membersChanged);
    }

    @Override
    public void replaced() {
        listeners.forEach(ChangeListener::replaced);
    }
}

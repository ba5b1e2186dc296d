package io.narrows.node.watch;

import io.narrows.node.etcd.Event;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Passes changes from the applying thread to the hub's thread. It never blocks: changes that exceed the limit are dropped,
 * and the hub is notified of the last dropped revision, so that it can read them from the keyspace.
 */
final class Handover {
    private final Executor hub;
    private final long limitBytes;
    private final Receiver receiver;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicBoolean gapAnnounced = new AtomicBoolean();
    private volatile long dropped;

    /** Called on the hub's thread. */
    interface Receiver {
        void changed(long revision, List<Event> events);

        /** Called if changes up to this revision were dropped. */
        void missed(long revision);
    }

    Handover(Executor hub, long limitBytes, Receiver receiver) {
        this.hub = hub;
        this.limitBytes = limitBytes;
        this.receiver = receiver;
    }

    /** Passes the changes of a revision. Called by a single thread, in order. */
    void hand(long revision, List<Event> events) {
        long size = Outbox.sizeOf(events);
        long before = bytes.getAndAdd(size);
        if (before > 0 && before + size > limitBytes) {
            bytes.addAndGet(-size);
            drop(revision);
            return;
        }
        hub.execute(() -> {
            bytes.addAndGet(-size);
            receiver.changed(revision, events);
        });
    }

    /**
     * The revision is written before the flag is tested, and read after the flag is cleared, so that no revision is lost in
     * between.
     */
    private void drop(long revision) {
        dropped = revision;
        if (gapAnnounced.compareAndSet(false, true)) {
            hub.execute(() -> {
                gapAnnounced.set(false);
                receiver.missed(dropped);
            });
        }
    }
}

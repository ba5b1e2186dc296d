package io.narrows.node.watch;

import io.narrows.node.etcd.Event;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Brings changes from the thread that applies to the thread of the hub. It never waits: what would go over the limit is dropped,
 * and the hub is told up to which revision, so that it can be read from the keyspace.
 */
final class Handover {
    private final Executor hub;
    private final long limitBytes;
    private final Receiver receiver;
    private final AtomicLong bytes = new AtomicLong();
    private final AtomicBoolean gapAnnounced = new AtomicBoolean();
    private volatile long dropped;

    /** Called by the thread of the hub. */
    interface Receiver {
        void changed(long revision, List<Event> events);

        /** Some changes up to this revision did not come. */
        void missed(long revision);
    }

    Handover(Executor hub, long limitBytes, Receiver receiver) {
        this.hub = hub;
        this.limitBytes = limitBytes;
        this.receiver = receiver;
    }

    /** By one thread, in order. */
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

    /** Written before the flag is looked at, and read after it is taken away: no revision is lost between the two. */
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

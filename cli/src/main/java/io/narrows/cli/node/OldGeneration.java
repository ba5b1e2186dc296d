package io.narrows.cli.node;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryNotificationInfo;
import java.lang.management.MemoryPoolMXBean;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;

/**
 * The old generation of the heap of a serial collector. It is collected each time it has doubled, as the heap of a Go program is: the collector by
 * itself lets it grow to its limit first, at least that of JDK 25, and its memory stays resident. A store's memtables are garbage there once they are
 * flushed. Other collectors have no such generation, and are left alone.
 */
final class OldGeneration implements AutoCloseable {
    /** Bytes below which it is not collected: collections would come often, for little. */
    static final long LEAST_BYTES = 128L << 20;

    /** The size at which it is collected, as a multiple of what is live. */
    static final int GROWTH = 2;

    private static final String SERIAL = "Tenured Gen";

    private final MemoryPoolMXBean pool;
    private final NotificationListener listener = this::notified;
    private final Semaphore exceeded = new Semaphore(0);
    private final Thread thread = new Thread(this::collectWhenExceeded, "old-generation");

    private OldGeneration(MemoryPoolMXBean pool) {
        this.pool = pool;
    }

    /** Begins to collect the old generation of this process; returns nothing if it has none of a serial collector. */
    static Optional<OldGeneration> keepSmall() {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals(SERIAL) && pool.isUsageThresholdSupported())
                .findFirst()
                .map(OldGeneration::begin);
    }

    private static OldGeneration begin(MemoryPoolMXBean pool) {
        OldGeneration old = new OldGeneration(pool);
        old.awaitGrowth();
        emitter().addNotificationListener(old.listener, null, null);
        old.thread.setDaemon(true);
        old.thread.start();
        return old;
    }

    private static NotificationEmitter emitter() {
        return (NotificationEmitter) ManagementFactory.getMemoryMXBean();
    }

    /**
     * Returns the size at which to collect, in bytes.
     *
     * @param live what the last collection left
     * @param most the limit of the old generation; it is collected there in any case
     */
    static long threshold(long live, long most) {
        return Math.min(most, Math.max(LEAST_BYTES, GROWTH * live));
    }

    private void awaitGrowth() {
        pool.setUsageThreshold(
                threshold(pool.getUsage().getUsed(), pool.getUsage().getMax()));
    }

    private void notified(Notification notification, Object handback) {
        if (notification.getType().equals(MemoryNotificationInfo.MEMORY_THRESHOLD_EXCEEDED)) {
            exceeded.release();
        }
    }

    private void collectWhenExceeded() {
        try {
            while (true) {
                exceeded.acquire();
                exceeded.drainPermits();
                System.gc();
                awaitGrowth();
            }
        } catch (InterruptedException e) {
            // closed
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        try {
            emitter().removeNotificationListener(listener);
        } catch (ListenerNotFoundException e) {
            throw new IllegalStateException(e); // it was added
        }
    }
}

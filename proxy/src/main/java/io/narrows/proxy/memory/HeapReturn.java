package io.narrows.proxy.memory;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Returns the heap of links and contexts that have ended to the operating system. The serial collector by itself collects the old
 * generation only when the heap has reached its limit, and never in a process without traffic, so what they left would stay resident.
 *
 * <p>How much of it is garbage is estimated without a collection: all that is used, less what links hold and what was live besides them
 * after the last collection. A collection stops all threads for a time in proportion to what is live, so it is made only if garbage is at
 * least half of that. Safe for use by many threads.
 */
public final class HeapReturn {
    private static final Logger LOG = LoggerFactory.getLogger(HeapReturn.class);

    /** Less garbage is left to the collector. */
    static final long LEAST_BYTES = 16L << 20;

    /** Garbage for which the heap is collected is at least 1/{@value} of what is live. */
    private static final int PART = 2;

    /** An estimate of what else is live is confirmed by a collection that frees little; then it is trusted twice as long, up to this many rounds. */
    private static final int MOST_TRUSTED = 256;

    private static final String OLD_GENERATION = "Tenured Gen";

    private final LongSupplier heldBytes;
    private final LongSupplier usedBytes;
    private final Runnable collector;

    /** Memory that was live after the last collection, besides that of links. It includes memory that was about to be freed then. */
    private long otherBytes = MemoryLimits.IDLE_HEAP_BYTES;

    /** Calls of {@link #look} since the last collection. */
    private int rounds;

    /** Rounds after which {@link #otherBytes} is no longer trusted. */
    private int trusted = 1;

    /**
     * @param heldBytes returns about how much of the heap links hold, and what is kept for later ones, in bytes
     * @param usedBytes returns the used bytes of the old generation, garbage included
     * @param collector collects it
     */
    HeapReturn(LongSupplier heldBytes, LongSupplier usedBytes, Runnable collector) {
        this.heldBytes = heldBytes;
        this.usedBytes = usedBytes;
        this.collector = collector;
    }

    /**
     * Returns that of this process; nothing if it has another collector than the serial one.
     *
     * @param heldBytes returns about how much of the heap links hold, and what is kept for later ones, in bytes
     */
    public static Optional<HeapReturn> ofThisProcess(LongSupplier heldBytes) {
        return ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getName().equals(OLD_GENERATION))
                .findFirst()
                .map(pool -> new HeapReturn(heldBytes, () -> used(pool), System::gc));
    }

    private static long used(MemoryPoolMXBean pool) {
        return pool.getUsage().getUsed();
    }

    /** Collects the heap if enough of it is garbage. To be called periodically, and not by an event loop. */
    public synchronized void look() {
        rounds++;
        long other = rounds < trusted ? otherBytes : MemoryLimits.IDLE_HEAP_BYTES;
        long live = heldBytes.getAsLong() + other;
        long used = usedBytes.getAsLong();
        if (used - live >= leastGarbage(live)) {
            collect(used);
        }
    }

    /** Returns the garbage that is worth a collection beside that much live memory, in bytes. */
    private static long leastGarbage(long live) {
        return Math.max(LEAST_BYTES, (live - MemoryLimits.IDLE_HEAP_BYTES) / PART);
    }

    private void collect(long used) {
        long start = System.nanoTime();
        collector.run();
        long nanos = System.nanoTime() - start;
        long left = usedBytes.getAsLong();
        judge(used - left, heldBytes.getAsLong(), left);
        LOG.atDebug()
                .addKeyValue("millis", TimeUnit.NANOSECONDS.toMillis(nanos))
                .addKeyValue("freedBytes", used - left)
                .addKeyValue("liveBytes", left)
                .log("collected the heap of ended links");
    }

    /** Trusts what else is live longer if the collection was not worth it, and anew if it was, and found something different. */
    private void judge(long freed, long held, long left) {
        long other = Math.max(MemoryLimits.IDLE_HEAP_BYTES, left - held);
        if (freed < leastGarbage(held + other)) {
            trusted = Math.min(2 * trusted, MOST_TRUSTED);
        } else if (Math.abs(other - otherBytes) >= LEAST_BYTES) {
            trusted = 1;
        }
        otherBytes = other;
        rounds = 0;
    }
}

package io.narrows.proxy.support;

import io.netty.buffer.ByteBufAllocator;
import io.netty.util.ResourceLeakDetector;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Netty's leak detector, which also stores its reports. Netty creates it by the system properties
 * {@code io.netty.customResourceLeakDetector} and {@code io.netty.leakDetection.level} of the test JVM.
 */
public final class LeakRecorder<T> extends ResourceLeakDetector<T> {
    private static final Queue<String> LEAKS = new ConcurrentLinkedQueue<>();
    private static final long COLLECTION_LIMIT_MILLIS = 60_000;

    public LeakRecorder(Class<?> resourceType, int samplingInterval) {
        super(resourceType, samplingInterval);
    }

    /** Netty looks for this constructor first, and logs its absence. */
    public LeakRecorder(Class<?> resourceType, int samplingInterval, long ignored) {
        this(resourceType, samplingInterval);
    }

    /** Returns the leaks reported since the last call, after a full garbage collection. */
    static List<String> takeAll() throws InterruptedException {
        // References of one collection are processed before those of the next, so the second one proves that the first
        // were processed.
        collectGarbage();
        collectGarbage();
        ByteBufAllocator.DEFAULT.directBuffer(1).release(); // a detector checks for leaks when a buffer is allocated
        List<String> leaks = new ArrayList<>();
        for (String leak = LEAKS.poll(); leak != null; leak = LEAKS.poll()) {
            leaks.add(leak);
        }
        return leaks;
    }

    private static void collectGarbage() throws InterruptedException {
        ReferenceQueue<Object> collected = new ReferenceQueue<>();
        PhantomReference<Object> canary = new PhantomReference<>(new Object(), collected);
        System.gc();
        if (collected.remove(COLLECTION_LIMIT_MILLIS) != canary) {
            throw new IllegalStateException("no garbage was collected in " + COLLECTION_LIMIT_MILLIS + " ms");
        }
    }

    @Override
    protected boolean needReport() {
        return true;
    }

    @Override
    protected void reportTracedLeak(String resourceType, String records) {
        LEAKS.add(resourceType + records);
        super.reportTracedLeak(resourceType, records);
    }

    @Override
    protected void reportUntracedLeak(String resourceType) {
        LEAKS.add(resourceType);
        super.reportUntracedLeak(resourceType);
    }
}

package io.narrows.storage.sst.parallel;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A pool of threads that help to compress the blocks of all files being built. Idle workers sleep; a {@link CompressionRing}
 * wakes one when it has enough work. Thread-safe.
 */
public final class CompressionPool implements AutoCloseable {
    /** Maximum number of workers. */
    public static final int MAX_WORKERS = Long.SIZE;

    private final PoolWorker[] workers;

    private final IdleSet idle = new IdleSet();
    private final LongAdder workerWakeUps = new LongAdder();
    private final LongAdder emitterWakeUps = new LongAdder();
    private final LongAdder compressedByWorkers = new LongAdder();
    private volatile CompressionRing<?>[] rings = {};
    private volatile boolean closed;

    /**
     * Starts the workers.
     *
     * @param workers 0 to {@link #MAX_WORKERS}; without any, emitters do all the work
     * @throws IllegalArgumentException if it is out of range
     */
    public CompressionPool(int workers) {
        if (workers < 0 || workers > MAX_WORKERS) {
            throw new IllegalArgumentException("workers: " + workers + " (expected: 0-" + MAX_WORKERS + ")");
        }
        this.workers = IntStream.range(0, workers)
                .mapToObj(number -> new PoolWorker(this, number))
                .toArray(PoolWorker[]::new);
        for (PoolWorker worker : this.workers) {
            worker.start();
        }
    }

    public int workers() {
        return workers.length;
    }

    /** Returns the counts so far. */
    public PoolCounts counts() {
        return new PoolCounts(workerWakeUps.sum(), emitterWakeUps.sum(), compressedByWorkers.sum());
    }

    /**
     * Stops the workers, after the blocks that they are currently compressing or writing. Open rings continue without them.
     */
    @Override
    public void close() {
        closed = true;
        for (PoolWorker worker : workers) {
            worker.end();
        }
    }

    boolean isClosed() {
        return closed;
    }

    IdleSet idle() {
        return idle;
    }

    /** Assigns the ring to a sleeping worker and wakes it. Returns whether there was one. */
    boolean wake(CompressionRing<?> ring) {
        int worker = idle.take();
        if (worker < 0) {
            return false;
        }
        workerWakeUps.increment();
        workers[worker].wake(ring);
        return true;
    }

    void emitterWoken() {
        emitterWakeUps.increment();
    }

    void compressed(int blocks) {
        compressedByWorkers.add(blocks);
    }

    /** Attaches the calling worker to a ring that is behind, and returns that ring; null if there is none. */
    @Nullable
    CompressionRing<?> join() {
        for (CompressionRing<?> ring : rings) {
            if (ring.join()) {
                return ring;
            }
        }
        return null;
    }

    synchronized void register(CompressionRing<?> ring) {
        CompressionRing<?>[] more = Arrays.copyOf(rings, rings.length + 1);
        more[rings.length] = ring;
        rings = more;
    }

    synchronized void unregister(CompressionRing<?> ring) {
        rings = Arrays.stream(rings).filter(other -> other != ring).toArray(CompressionRing<?>[]::new);
    }
}

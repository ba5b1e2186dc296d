package io.narrows.storage.sst.parallel;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;

/**
 * Threads that help to compress the blocks of all files being built. Idle ones sleep; a {@link CompressionRing} wakes one
 * when it has enough for it to do. Thread-safe.
 */
public final class CompressionPool implements AutoCloseable {
    /** The most workers. */
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
     * @throws IllegalArgumentException when it is not within them
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

    /** What has happened so far. */
    public PoolCounts counts() {
        return new PoolCounts(workerWakeUps.sum(), emitterWakeUps.sum(), compressedByWorkers.sum());
    }

    /** Ends the workers, and waits for what they are just compressing or writing. Open rings go on without them. */
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

    /** Gives the ring to a worker that sleeps, and wakes it. Says whether there was one. */
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

    /** A ring that is behind, with the calling worker attached to it; null when there is none. */
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

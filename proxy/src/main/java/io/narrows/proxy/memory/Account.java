package io.narrows.proxy.memory;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * What one peer holds of a {@link MemoryPool}. Memory is taken here before it is allocated, and given back after it was freed.
 * Safe for use by many threads, without locks.
 */
public final class Account {
    private final MemoryPool pool;
    private final String peer;
    private final AtomicLong used = new AtomicLong();
    private final LongAdder refusals = new LongAdder();

    Account(MemoryPool pool, String peer) {
        this.pool = pool;
        this.peer = peer;
    }

    public String peer() {
        return peer;
    }

    public MemoryPool pool() {
        return pool;
    }

    /**
     * Takes bytes for the peer.
     *
     * @param bytes 0 or more
     * @return false when the pool does not have them or the peer would hold more than its share; nothing was taken then
     */
    public boolean take(Storage storage, long bytes) {
        long mine = used.addAndGet(bytes);
        if (pool.take(storage, bytes)) {
            if (bytes == 0 || mine <= pool.threshold()) {
                return true;
            }
            pool.giveBack(storage, bytes);
        }
        used.addAndGet(-bytes);
        refusals.increment();
        return false;
    }

    /**
     * Counts bytes that are held already, or no longer; this may exceed the limit.
     *
     * @param bytes less than 0 for fewer
     */
    public void count(Storage storage, long bytes) {
        used.addAndGet(bytes);
        pool.giveBack(storage, -bytes);
    }

    /** Returns how much more the peer may hold at the moment, in bytes; less than 0 when it holds too much. */
    public long leftBytes() {
        return Math.min(pool.limitBytes() - pool.usedBytes(), pool.threshold() - used.get());
    }

    /** Gives back bytes that were taken with the same storage. */
    public void giveBack(Storage storage, long bytes) {
        used.addAndGet(-bytes);
        pool.giveBack(storage, bytes);
    }

    /** What the peer holds, in bytes. */
    public long usedBytes() {
        return used.get();
    }

    /** The most that the peer may hold at the moment, in bytes. It falls while the pool fills and rises while it empties. */
    public long shareBytes() {
        return Math.min(pool.limitBytes(), pool.threshold());
    }

    /** How often {@link #take} refused. */
    public long refusals() {
        return refusals.sum();
    }
}

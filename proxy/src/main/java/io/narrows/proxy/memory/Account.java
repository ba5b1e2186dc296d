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
    private final LongAdder shrinks = new LongAdder();
    private final LongAdder evictions = new LongAdder();
    private final WindowDemand demand = new WindowDemand();
    private volatile boolean wanted;
    private volatile boolean crowded;
    private volatile int windowLimitLog = WindowCosts.LARGEST_LOG;

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

    /**
     * Takes bytes for a context of the smallest window. As long as all contexts that are wanted fit with such windows, the share is no
     * limit: others of the peer are about to shrink.
     *
     * @return false when there are not so many; nothing was taken then
     */
    public boolean takeSmallest(Storage storage, long bytes) {
        if (!wanted || crowded || !pool.take(storage, bytes)) {
            return take(storage, bytes);
        }
        used.addAndGet(bytes);
        return true;
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

    /** Tells that a link wants a context, whether there is memory for it or not. Windows of others may have to shrink for it. */
    public void want(WindowCosts costs) {
        pool.windows().add(this, costs);
    }

    /** Tells that a context which was wanted is not any more. */
    public void unwant(WindowCosts costs) {
        pool.windows().remove(this, costs);
    }

    /**
     * The largest window that contexts of the peer's links may have, as a base-two logarithm of bytes, so that all that are wanted
     * fit. It changes as contexts come and go.
     */
    public int windowLimitLog() {
        return windowLimitLog;
    }

    /** Whether contexts do not fit even with the smallest windows, so that those that are of little use have to go. */
    public boolean crowded() {
        return crowded;
    }

    /**
     * @param isWanted whether any context is wanted
     * @param isCrowded whether those that are do not fit with any window
     */
    void limitWindows(int log, boolean isWanted, boolean isCrowded) {
        windowLimitLog = log;
        wanted = isWanted;
        crowded = isCrowded;
    }

    WindowDemand demand() {
        return demand;
    }

    /** Counts a context that has a smaller window now, for want of memory. */
    public void shrank() {
        shrinks.increment();
    }

    /** Counts a context that was given up for another one. */
    public void evicted() {
        evictions.increment();
    }

    public long shrinks() {
        return shrinks.sum();
    }

    public long evictions() {
        return evictions.sum();
    }

    /** How often {@link #take} refused. */
    public long refusals() {
        return refusals.sum();
    }
}

package io.narrows.proxy.memory;

import io.narrows.config.PeerId;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

/**
 * The memory that one peer holds of a {@link MemoryPool}. Take memory here before allocating it, or just after that if its size
 * is not known before, and give it back after freeing it. Safe for use by many threads, without locks.
 */
public final class Account {
    private final MemoryPool pool;
    private final PeerId peer;
    private final AtomicLong used = new AtomicLong();
    private final AtomicLong expected = new AtomicLong();
    private final LongAdder refusals = new LongAdder();
    private final LongAdder shrinks = new LongAdder();
    private final LongAdder evictions = new LongAdder();
    private final WindowDemand demand = new WindowDemand();
    private volatile boolean wanted;
    private volatile boolean crowded;
    private volatile int contextLimit = WindowCosts.WHOLE_LIMIT;

    Account(MemoryPool pool, PeerId peer) {
        this.pool = pool;
        this.peer = peer;
    }

    public PeerId peer() {
        return peer;
    }

    public MemoryPool pool() {
        return pool;
    }

    /**
     * Reserves bytes for the peer.
     *
     * @param bytes 0 or more
     * @return false, with nothing taken, if the pool lacks the bytes or the peer would exceed its share
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
     * Counts bytes that were already allocated or freed; may exceed the limit.
     *
     * @param bytes change of the held bytes; negative when memory was freed
     */
    public void count(Storage storage, long bytes) {
        used.addAndGet(bytes);
        pool.giveBack(storage, -bytes);
    }

    /**
     * Returns whether {@link #take} would succeed now if the peer gave back some bytes before.
     *
     * @param givenBack bytes of the peer
     */
    public boolean wouldTake(long bytes, long givenBack) {
        long more = bytes - givenBack;
        return pool.usedBytes() + more <= pool.limitBytes() && used.get() + more <= pool.thresholdAfter(more);
    }

    /** Returns the bytes that the peer may currently take in addition; negative if it holds too much. */
    public long leftBytes() {
        return Math.min(pool.limitBytes() - pool.usedBytes(), pool.threshold() - used.get());
    }

    /**
     * Reserves bytes for a context with the smallest window. Ignores the peer's share as long as all wanted contexts
     * fit with such windows, since larger contexts of the peer are about to shrink.
     *
     * @return false, with nothing taken, if the bytes are not available
     */
    public boolean takeSmallest(Storage storage, long bytes) {
        if (!wanted || crowded || !pool.take(storage, bytes)) {
            return take(storage, bytes);
        }
        used.addAndGet(bytes);
        return true;
    }

    /**
     * Reserves bytes that are not needed yet, which takes time to undo: only if no more than half of the pool is in use then.
     *
     * @return false, with nothing taken, if the bytes are not available
     */
    public boolean takeInAdvance(Storage storage, long bytes) {
        return pool.isHalfFreeAfter(storage, bytes) && take(storage, bytes);
    }

    /**
     * Returns the memory that a context may have now, in bytes: what the limit gives, or more while others do not need it. Under the
     * strictest limit, that is while the peer holds no more than {@link #take} allows and an eighth of the pool is free; under others,
     * until five eighths of the pool are in use. Such memory has to be taken like any other.
     *
     * @param held memory of the context, in bytes
     */
    public long permitted(WindowCosts costs, long held) {
        int limit = contextLimit;
        long sure = costs.under(limit);
        long most = costs.most(limit);
        if (most <= sure) {
            return sure;
        }
        long left =
                limit == WindowCosts.LEAST_LIMIT ? leftOfShare(costs.storage()) : pool.leftWithoutNeed(costs.storage());
        if (left < 0) {
            return sure;
        }
        return held + left >= most ? most : Math.max(sure, held);
    }

    /**
     * Returns the bytes that the peer may take in addition, after which its threshold has fallen and the first steps of new contexts still have
     * room; negative if it holds too much.
     */
    private long leftOfShare(Storage storage) {
        long free = pool.freeSoon(storage);
        long left = MemoryPool.thresholdOf(free) - (used.get() - expected.get());
        long ofShare = left < 0 ? left : left / (1 + MemoryPool.thresholdOf(1));
        return Math.min(ofShare, free - pool.keptForFirstSteps(storage));
    }

    /** Counts bytes that the peer was asked to give back; negative when they were given back, or are no longer expected. */
    public void expect(long bytes) {
        expected.addAndGet(bytes);
        pool.expect(bytes);
    }

    /** Gives back bytes taken with the same storage. */
    public void giveBack(Storage storage, long bytes) {
        used.addAndGet(-bytes);
        pool.giveBack(storage, bytes);
    }

    /** Returns the memory that the peer holds, in bytes. */
    public long usedBytes() {
        return used.get();
    }

    /** Returns the current limit of the peer, in bytes. It falls while the pool fills and rises while it empties. */
    public long shareBytes() {
        return Math.min(pool.limitBytes(), pool.threshold());
    }

    /** Registers a link's demand for a context, satisfied or not. Other windows may have to shrink for it. */
    public void want(WindowCosts costs) {
        pool.windows().add(this, costs);
    }

    /** Withdraws a demand registered by {@link #want}. */
    public void unwant(WindowCosts costs) {
        pool.windows().remove(this, costs);
    }

    /** Replaces a demand registered by {@link #want}. */
    public void wantInstead(WindowCosts before, WindowCosts costs) {
        pool.windows().replace(this, before, costs);
    }

    /**
     * Returns the largest window with which all wanted contexts of the peer's links fit, as a base-two logarithm of
     * bytes. It changes as contexts come and go.
     */
    public int windowLimitLog() {
        return WindowCosts.windowLog(contextLimit);
    }

    /** Returns the loosest limit with which all wanted contexts of the peer's links fit, as defined by {@link WindowCosts}. */
    public int contextLimit() {
        return contextLimit;
    }

    /** Returns whether the wanted contexts do not fit even under the strictest limit, so that idle ones must be closed. */
    public boolean crowded() {
        return crowded;
    }

    /**
     * @param isWanted whether there is demand for any context
     * @param isCrowded whether the demand exceeds the share even under the strictest limit
     */
    void limitContexts(int limit, boolean isWanted, boolean isCrowded) {
        contextLimit = limit;
        wanted = isWanted;
        crowded = isCrowded;
    }

    WindowDemand demand() {
        return demand;
    }

    /** Counts a context whose window shrank for lack of memory. */
    public void shrank() {
        shrinks.increment();
    }

    /** Counts a context that was closed in favor of another one. */
    public void evicted() {
        evictions.increment();
    }

    public long shrinks() {
        return shrinks.sum();
    }

    public long evictions() {
        return evictions.sum();
    }

    /** Returns how often {@link #take} has refused. */
    public long refusals() {
        return refusals.sum();
    }
}

package io.narrows.proxy.memory;

import io.narrows.config.PeerId;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The part of the process's memory for one purpose. Has a total limit and a lower or equal limit for bytes on the Java
 * heap. Safe for use by many threads, without locks.
 */
public final class MemoryPool {
    /**
     * A peer may hold at most this many times the free bytes of the pool: a single peer four fifths of the pool, each
     * of two peers four ninths.
     */
    private static final int FREE_BYTES_FACTOR = 4;

    private final Purpose purpose;
    private final long limit;
    private final long heapLimit;
    private final AtomicLong used = new AtomicLong();
    private final AtomicLong heapUsed = new AtomicLong();
    private final AtomicLong expected = new AtomicLong();
    private final WindowShares windows;
    private final Map<PeerId, Account> accounts = new ConcurrentHashMap<>();

    /**
     * @param limit total limit, in bytes
     * @param heapLimit limit of the bytes on the Java heap
     */
    MemoryPool(Purpose purpose, long limit, long heapLimit) {
        this.purpose = purpose;
        this.limit = limit;
        this.heapLimit = Math.min(limit, heapLimit);
        this.windows = new WindowShares(limit, this.heapLimit);
    }

    public Purpose purpose() {
        return purpose;
    }

    /**
     * Removes the account of a peer that is gone for good, unless memory is still charged to it. Memory that is taken of the account later
     * or meanwhile counts in the pool's sums, but a new account does not know of it.
     *
     * @return whether the peer has no account any more
     */
    public boolean forget(PeerId peer) {
        return accounts.computeIfPresent(peer, (id, account) -> account.usedBytes() == 0 ? null : account) == null;
    }

    /** Returns the account of a peer. */
    public Account account(PeerId peer) {
        return accounts.computeIfAbsent(peer, id -> new Account(this, id));
    }

    /** Returns the accounts created so far. */
    public Collection<Account> accounts() {
        return accounts.values();
    }

    /** Returns the limit of the pool, in bytes. */
    public long limitBytes() {
        return limit;
    }

    /** Returns the limit of the pool on the Java heap, in bytes. */
    public long heapLimitBytes() {
        return heapLimit;
    }

    public long usedBytes() {
        return used.get();
    }

    /** Returns the used bytes on the Java heap. */
    public long heapUsedBytes() {
        return heapUsed.get();
    }

    WindowShares windows() {
        return windows;
    }

    /**
     * Returns the current limit of a peer. It falls as the pool fills, so that some memory is
     * always left for a peer that holds nothing: dynamic thresholds, by Choudhury and Hahne, "Dynamic queue length
     * thresholds for shared-memory packet switches", IEEE/ACM Transactions on Networking 6 (2), 1998.
     */
    long threshold() {
        return thresholdAfter(0);
    }

    /** Returns the limit of a peer after some more bytes were taken, or given back if they are negative. */
    long thresholdAfter(long more) {
        return FREE_BYTES_FACTOR * Math.max(0, limit - used.get() - more);
    }

    /** Returns the maximum that one account may hold while no other account holds anything, in bytes. */
    public long mostOfOneBytes() {
        return limit / (FREE_BYTES_FACTOR + 1) * FREE_BYTES_FACTOR;
    }

    /** Counts bytes that will be given back soon; negative when they have been. */
    void expect(long bytes) {
        expected.addAndGet(bytes);
    }

    /** Returns the free bytes, with those that will be given back soon. */
    long freeSoon(Storage storage) {
        long free = limit - used.get();
        return expected.get() + (storage == Storage.HEAP ? Math.min(free, heapLimit - heapUsed.get()) : free);
    }

    /** Returns the limit of a peer that follows from so many free bytes. */
    static long thresholdOf(long free) {
        return FREE_BYTES_FACTOR * Math.max(0, free);
    }

    /**
     * Returns the bytes that may still be taken without need, so that half of the pool stays free; negative if contexts have to give back
     * what they do not need, because less than three eighths are free.
     */
    long leftWithoutNeed(Storage storage) {
        long whole = storage == Storage.HEAP ? heapLimit : limit;
        long free = freeSoon(storage);
        long kept = whole / 8 * 3;
        return free < kept ? free - kept : Math.max(0, free - whole / 2);
    }

    /** Returns the bytes that many peers' extra memory leaves to new contexts, however much each peer's share allows. */
    long keptForFirstSteps(Storage storage) {
        return (storage == Storage.HEAP ? heapLimit : limit) / 8;
    }

    /** Returns whether at least half of the pool is free after more bytes were taken. */
    boolean isHalfFreeAfter(Storage storage, long bytes) {
        return used.get() + bytes <= limit / 2 && (storage != Storage.HEAP || heapUsed.get() + bytes <= heapLimit / 2);
    }

    boolean take(Storage storage, long bytes) {
        if (!add(used, bytes, limit)) {
            return false;
        }
        if (storage == Storage.HEAP && !add(heapUsed, bytes, heapLimit)) {
            used.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    void giveBack(Storage storage, long bytes) {
        used.addAndGet(-bytes);
        if (storage == Storage.HEAP) {
            heapUsed.addAndGet(-bytes);
        }
    }

    private static boolean add(AtomicLong sum, long bytes, long limit) {
        long before;
        do {
            before = sum.get();
            if (bytes > limit - before) {
                return false;
            }
        } while (!sum.compareAndSet(before, before + bytes));
        return true;
    }
}

package io.narrows.proxy.memory;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One purpose's part of the process's memory. It has a limit for everything, and a lower or equal one for the bytes that are on
 * the Java heap. Safe for use by many threads, without locks.
 */
public final class MemoryPool {
    /**
     * A peer may hold at most this many times the bytes that are left in the pool: alone four fifths of it, one of two
     * peers four ninths.
     */
    private static final int FREE_BYTES_FACTOR = 4;

    private final Purpose purpose;
    private final long limit;
    private final long heapLimit;
    private final AtomicLong used = new AtomicLong();
    private final AtomicLong heapUsed = new AtomicLong();
    private final WindowShares windows;
    private final Map<String, Account> accounts = new ConcurrentHashMap<>();

    /**
     * @param limit in bytes
     * @param heapLimit how many of them may be on the Java heap
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

    /** Returns the account of a peer, which is a configured id: accounts are never removed. */
    public Account account(String peer) {
        return accounts.computeIfAbsent(peer, id -> new Account(this, id));
    }

    /** Returns the accounts that were asked for so far. */
    public Collection<Account> accounts() {
        return accounts.values();
    }

    /** The most that the pool may hold, in bytes. */
    public long limitBytes() {
        return limit;
    }

    /** The most that it may hold on the Java heap, in bytes. */
    public long heapLimitBytes() {
        return heapLimit;
    }

    public long usedBytes() {
        return used.get();
    }

    /** How many of the used bytes are on the Java heap. */
    public long heapUsedBytes() {
        return heapUsed.get();
    }

    WindowShares windows() {
        return windows;
    }

    /**
     * The most that one peer may hold at the moment. The more of the pool is used, the less that is, so that some of it is
     * always left for a peer that holds nothing: dynamic thresholds, by Choudhury and Hahne, "Dynamic queue length
     * thresholds for shared-memory packet switches", IEEE/ACM Transactions on Networking 6 (2), 1998.
     */
    long threshold() {
        return FREE_BYTES_FACTOR * Math.max(0, limit - used.get());
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

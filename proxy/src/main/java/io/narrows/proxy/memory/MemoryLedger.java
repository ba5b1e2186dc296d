package io.narrows.proxy.memory;

import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * The memory of the process, by purpose and peer: whoever needs much of it takes it from an {@link Account} before allocating,
 * and goes without when there is none. There is one ledger in a process. Safe for use by many threads.
 *
 * <p>When memory gets short, this is what gives way, in this order: history is not shared; windows shrink; the least useful contexts
 * are evicted; frames go raw; new links are refused.
 */
public final class MemoryLedger {
    private final Map<Purpose, MemoryPool> pools = new EnumMap<>(Purpose.class);

    public MemoryLedger(MemoryLimits limits) {
        for (Purpose purpose : Purpose.values()) {
            pools.put(purpose, new MemoryPool(purpose, limits.of(purpose), limits.heapOf(purpose)));
        }
    }

    public MemoryPool pool(Purpose purpose) {
        return pools.get(purpose);
    }

    public Collection<MemoryPool> pools() {
        return Collections.unmodifiableCollection(pools.values());
    }

    /** Returns the account of a peer, which is a configured id. */
    public Account account(Purpose purpose, String peer) {
        return pool(purpose).account(peer);
    }

    /** What contexts, shared history and probes hold together, in bytes. */
    public long contextBytes() {
        return pools.values().stream()
                .filter(pool -> isForContexts(pool.purpose()))
                .mapToLong(MemoryPool::usedBytes)
                .sum();
    }

    /** The most that they may hold together, in bytes. */
    public long contextLimitBytes() {
        return pools.values().stream()
                .filter(pool -> isForContexts(pool.purpose()))
                .mapToLong(MemoryPool::limitBytes)
                .sum();
    }

    private static boolean isForContexts(Purpose purpose) {
        return switch (purpose) {
            case SENDING, RECEIVING, HISTORY, PROBES -> true;
            case QUEUES, HANDSHAKES -> false;
        };
    }
}

package io.narrows.proxy.memory;

import io.narrows.config.PeerId;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The process's memory by purpose and peer. Large allocations are charged to an {@link Account} in advance, and are
 * not made if the account refuses. States of contexts are charged once they are made, since their size is not known before, and
 * are dropped if the account refuses. There is one ledger in a process. Safe for use by many threads.
 *
 * <p>As memory gets short, the sidecar degrades in this order: history is not shared; windows shrink; the least useful
 * contexts are evicted; frames are sent raw; new links are refused.
 */
public final class MemoryLedger {
    private final Map<Purpose, MemoryPool> pools = new EnumMap<>(Purpose.class);

    public MemoryLedger(MemoryLimits limits) {
        for (Purpose purpose : Purpose.values()) {
            pools.put(purpose, new MemoryPool(purpose, limits.of(purpose), limits.heapOf(purpose)));
        }
    }

    public MemoryPool pool(Purpose purpose) {
        return Objects.requireNonNull(pools.get(purpose));
    }

    public Collection<MemoryPool> pools() {
        return Collections.unmodifiableCollection(pools.values());
    }

    /** Returns the account of a configured peer. */
    public Account account(Purpose purpose, PeerId peer) {
        return pool(purpose).account(peer);
    }

    /** Returns the peers that have accounts, as a new set. */
    public Set<PeerId> peers() {
        return pools.values().stream()
                .flatMap(pool -> pool.accounts().stream())
                .map(Account::peer)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /**
     * Removes the accounts of a peer that is gone for good, except those to which memory is still charged.
     *
     * @return whether the peer has no accounts any more; if not, try again later
     */
    public boolean forget(PeerId peer) {
        boolean isForgotten = true;
        for (MemoryPool pool : pools.values()) {
            isForgotten &= pool.forget(peer);
        }
        return isForgotten;
    }

    /** Returns the memory held by contexts, shared history and probes together, in bytes. */
    public long contextBytes() {
        return pools.values().stream()
                .filter(pool -> isForContexts(pool.purpose()))
                .mapToLong(MemoryPool::usedBytes)
                .sum();
    }

    /** Returns the limit of contexts, shared history and probes together, in bytes. */
    public long contextLimitBytes() {
        return pools.values().stream()
                .filter(pool -> isForContexts(pool.purpose()))
                .mapToLong(MemoryPool::limitBytes)
                .sum();
    }

    /** Returns the memory on the Java heap that is reserved for all purposes but contexts, in bytes. */
    public long heapBytesBesideContexts() {
        return pools.values().stream()
                .filter(pool -> pool.purpose() != Purpose.SENDING && pool.purpose() != Purpose.RECEIVING)
                .mapToLong(MemoryPool::heapUsedBytes)
                .sum();
    }

    private static boolean isForContexts(Purpose purpose) {
        return switch (purpose) {
            case SENDING, RECEIVING, HISTORY, PROBES -> true;
            case LINKS, QUEUES, HANDSHAKES -> false;
        };
    }
}

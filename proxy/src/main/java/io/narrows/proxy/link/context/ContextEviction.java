package io.narrows.proxy.link.context;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Frees memory of sending contexts for other links: all links give back what is above the limit of contexts, and if that is not enough, the
 * one that was idle longest gives up its contexts. Safe for use by many threads.
 */
final class ContextEviction {
    /** Idle time after which a context may be closed in favor of a new one. */
    private static final long USELESS_NANOS = 1_000_000_000L;

    /** Minimum time between searches for memory, per link that is searched. */
    private static final long LOOK_NANOS = 10_000L;

    private final AtomicLong reclaimedAt = new AtomicLong(Long.MIN_VALUE / 2);
    private final Set<EvictableContexts> links = ConcurrentHashMap.newKeySet();

    void join(EvictableContexts contexts) {
        links.add(contexts);
    }

    void leave(EvictableContexts contexts) {
        links.remove(contexts);
    }

    /** Shrinks the contexts of other links above the limit, on this event loop immediately and on others soon. */
    void shrinkOthers(EvictableContexts asking) {
        for (EvictableContexts link : links) {
            if (link != asking) {
                shrink(link);
            }
        }
    }

    private static void shrink(EvictableContexts link) {
        if (!link.isTooLarge()) {
            return;
        }
        if (link.isHere()) {
            link.shrink();
        } else {
            link.shrinkLater();
        }
    }

    /**
     * Makes room for a context of a peer: shrinks the contexts above the limit, on this event loop immediately
     * and on others soon. If that is not enough, closes idle ones of a link.
     *
     * @return whether memory was freed
     */
    boolean reclaim(EvictableContexts asking, long now) {
        long last = reclaimedAt.get();
        if (now - last < LOOK_NANOS * links.size() || !reclaimedAt.compareAndSet(last, now)) {
            return false;
        }
        long before = asking.account().pool().usedBytes();
        EvictableContexts idlest = null;
        for (EvictableContexts link : links) {
            if (link == asking) {
                continue;
            }
            shrink(link);
            if (link.isHere() && link.account() == asking.account() && isIdler(link, idlest, now)) {
                idlest = link;
            }
        }
        if (asking.account().pool().usedBytes() >= before && idlest != null) {
            idlest.giveUp();
        }
        return asking.account().pool().usedBytes() < before;
    }

    private static boolean isIdler(EvictableContexts link, @Nullable EvictableContexts than, long now) {
        long idle = link.idleNanos(now);
        return idle >= USELESS_NANOS && (than == null || idle > than.idleNanos(now));
    }
}

package io.narrows.proxy.link.handshake;

import io.narrows.config.IpAddress;
import io.narrows.config.PeerId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The addresses of nodes that said hello before a source of peers reported them. When a cluster starts or grows, this is a
 * matter of time: sources look again at least once a minute. Safe for use by many threads.
 */
final class Strangers {
    /** Time from an address's first hello during which a source may still report it. */
    static final Duration GRACE = Duration.ofSeconds(75);

    /** Time without a hello after which an address is a new one. */
    static final Duration ABSENCE = Duration.ofMinutes(10);

    static final int MOST = 1_000;

    /** Ids of one address, which a host can make up. */
    static final int MOST_IDS = 10;

    private record Seen(long firstNanos, long lastNanos) {}

    private final LongSupplier nanoClock;
    private final Map<IpAddress, Map<PeerId, Seen>> seen = new HashMap<>();

    /** @param nanoClock a monotonic clock in nanoseconds, used for differences only */
    Strangers(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Records a hello, and returns whether a source may still report its address. False if there are too many addresses, or ids of one. */
    synchronized boolean mayBecomeKnown(IpAddress address, PeerId id) {
        long now = nanoClock.getAsLong();
        if (!seen.containsKey(address) && seen.size() >= MOST) {
            seen.values().forEach(ids -> removeAbsent(ids, now));
            seen.values().removeIf(Map::isEmpty);
            if (seen.size() >= MOST) {
                return false;
            }
        }
        Map<PeerId, Seen> ids = seen.computeIfAbsent(address, added -> new HashMap<>());
        if (!ids.containsKey(id) && ids.size() >= MOST_IDS) {
            removeAbsent(ids, now);
            if (ids.size() >= MOST_IDS) {
                return false;
            }
        }
        Seen before = ids.get(id);
        Seen next = new Seen(before == null || isAbsent(before, now) ? now : before.firstNanos(), now);
        ids.put(id, next);
        return now - next.firstNanos() < GRACE.toNanos();
    }

    /** Forgets a node that is known now, so that its next start is a new one. */
    synchronized void forget(IpAddress address, PeerId id) {
        seen.computeIfPresent(address, (same, ids) -> {
            ids.remove(id);
            return ids.isEmpty() ? null : ids;
        });
    }

    private static void removeAbsent(Map<PeerId, Seen> ids, long now) {
        ids.values().removeIf(one -> isAbsent(one, now));
    }

    private static boolean isAbsent(Seen one, long now) {
        return now - one.lastNanos() >= ABSENCE.toNanos();
    }
}

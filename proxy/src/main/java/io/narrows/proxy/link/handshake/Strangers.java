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

    private record Stranger(IpAddress address, PeerId id) {}

    private record Seen(long firstNanos, long lastNanos) {}

    private final LongSupplier nanoClock;
    private final Map<Stranger, Seen> seen = new HashMap<>();

    /** @param nanoClock a monotonic clock in nanoseconds, used for differences only */
    Strangers(LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
    }

    /** Records a hello, and returns whether a source may still report its address. False if there are too many addresses. */
    synchronized boolean mayBecomeKnown(IpAddress address, PeerId id) {
        Stranger stranger = new Stranger(address, id);
        long now = nanoClock.getAsLong();
        Seen before = seen.get(stranger);
        if (before == null && seen.size() >= MOST) {
            seen.values().removeIf(one -> isAbsent(one, now));
        }
        if (before == null && seen.size() >= MOST) {
            return false;
        }
        Seen next = new Seen(before == null || isAbsent(before, now) ? now : before.firstNanos(), now);
        seen.put(stranger, next);
        return now - next.firstNanos() < GRACE.toNanos();
    }

    /** Forgets a node that is known now, so that its next start is a new one. */
    synchronized void forget(IpAddress address, PeerId id) {
        seen.remove(new Stranger(address, id));
    }

    private static boolean isAbsent(Seen one, long now) {
        return now - one.lastNanos() >= ABSENCE.toNanos();
    }
}

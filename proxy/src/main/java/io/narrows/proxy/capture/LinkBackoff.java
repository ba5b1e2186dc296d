package io.narrows.proxy.capture;

import io.narrows.config.PeerId;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Decides when connections to a peer whose sidecar was not reached try a link again. The wait doubles with each failure, up
 * to a limit, and is shortened at random. Safe for use by many threads.
 */
final class LinkBackoff {
    static final Duration FIRST = Duration.ofSeconds(1);
    static final Duration LAST = Duration.ofSeconds(30);

    private static final class Wait {
        private long nanos = FIRST.toNanos();
        private long until;
        private boolean trying;
    }

    private final LongSupplier nanoClock;
    private final DoubleSupplier random;
    private final Map<PeerId, Wait> waits = new HashMap<>();

    /**
     * @param nanoClock a monotonic clock in nanoseconds, used for differences only
     * @param random supplies numbers from 0 to 1
     */
    LinkBackoff(LongSupplier nanoClock, DoubleSupplier random) {
        this.nanoClock = nanoClock;
        this.random = random;
    }

    /** Returns whether to try a link now. After a failure, one connection tries at the end of each wait. */
    synchronized boolean mayTry(PeerId peer) {
        Wait wait = waits.get(peer);
        if (wait == null) {
            return true;
        }
        long now = nanoClock.getAsLong();
        if (now - wait.until < 0) {
            return false;
        }
        wait.trying = true;
        wait.until = now + wait.nanos;
        return true;
    }

    /**
     * Records that the sidecar was not reached. Failures of connections that tried at the same time count as one.
     *
     * @return whether it was reached, or never tried, before
     */
    synchronized boolean failed(PeerId peer) {
        Wait wait = waits.get(peer);
        if (wait == null) {
            waits.put(peer, begin(new Wait()));
            return true;
        }
        if (wait.trying) {
            wait.trying = false;
            wait.nanos = Math.min(LAST.toNanos(), 2 * wait.nanos);
            begin(wait);
        }
        return false;
    }

    private Wait begin(Wait wait) {
        wait.until = nanoClock.getAsLong() + Math.round(wait.nanos * (1 + random.getAsDouble()) / 2);
        return wait;
    }

    /** Records that the sidecar was reached; returns whether it was not before. */
    synchronized boolean reached(PeerId peer) {
        return waits.remove(peer) != null;
    }
}

package io.narrows.proxy.transport;

import java.time.Duration;

/**
 * Tells whether the other end of a TCP connection is gone, by what the kernel says about bytes that were sent to it. An end
 * that lives acknowledges them, or keeps its window shut and answers the probes of that; either may last for any time. One
 * that is gone does neither.
 *
 * <p>The time runs from the first look that finds something unanswered, since a connection may have been silent for hours
 * before. So it has to be looked at about once a second.
 */
final class Unanswered {
    /** Fewer retransmissions or probes than this may have been lost by chance. */
    private static final int ATTEMPTS = 3;

    private boolean waiting;
    private long since;

    /**
     * Looks once.
     *
     * @param now by a clock in nanoseconds that only differences are taken of
     * @return whether nothing was answered for {@code patience}, despite several attempts
     */
    boolean lastsFor(Duration patience, TcpInfo info, long now) {
        int attempts = Math.max(info.unacknowledgedSegments() > 0 ? info.retransmits() : 0, info.probes());
        if (attempts == 0) {
            waiting = false;
            return false;
        }
        if (!waiting) {
            waiting = true;
            since = now;
        }
        long heardAt = now - info.silence().toNanos();
        if (heardAt - since > 0) {
            since = heardAt;
        }
        return attempts >= ATTEMPTS && now - since >= patience.toNanos();
    }

    /** Begins anew: nobody looked for a while. */
    void forget() {
        waiting = false;
    }
}

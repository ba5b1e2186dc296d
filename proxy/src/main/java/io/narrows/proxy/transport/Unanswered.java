package io.narrows.proxy.transport;

import java.time.Duration;

/**
 * Detects a vanished peer of a TCP connection by the kernel's view of sent bytes. A live peer acknowledges them, or
 * keeps its window closed and answers its probes, for any length of time. A vanished peer does neither.
 *
 * <p>The time starts at the first check that finds something unanswered, since the connection may have been idle for
 * hours before. The connection must therefore be examined about once a second.
 */
final class Unanswered {
    /** Minimum number of retransmissions or probes; fewer may have been lost by chance. */
    private static final int ATTEMPTS = 3;

    private boolean waiting;
    private long since;

    /**
     * Examines the connection once.
     *
     * @param now time in nanoseconds with an arbitrary origin
     * @return whether nothing was answered for {@code patience} despite several attempts
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

    /** Restarts the timer after a gap between checks. */
    void forget() {
        waiting = false;
    }
}

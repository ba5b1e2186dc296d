package io.narrows.proxy.sample;

import io.narrows.proxy.meter.Direction;
import io.netty.buffer.ByteBuf;

/**
 * The time during which a connection is sampled; then others have theirs. Used on the connection's event loop, except that any
 * thread may end it.
 */
final class SampleTurn implements SampleTurns.Turn {
    /** The most bytes of a turn, in both directions together, as a base-two logarithm. */
    static final int MOST_BYTES_LOG = 22;

    static final long MOST_BYTES = 1L << MOST_BYTES_LOG;

    static final long LONGEST_NANOS = 60_000_000_000L;

    private final SampleStream sent;
    private final SampleStream received;
    private final long endsAt;
    private long bytesLeft = MOST_BYTES;
    private boolean ended;

    /** @param now on the nano clock */
    SampleTurn(SampleStream sent, SampleStream received, long now) {
        this.sent = sent;
        this.received = received;
        this.endsAt = now + LONGEST_NANOS;
    }

    /** Samples readable bytes, which stay readable, unless this turn has ended. */
    synchronized void offer(Direction direction, ByteBuf bytes, long now) {
        if (!ended) {
            bytesLeft -= bytes.readableBytes();
            (direction == Direction.SENT ? sent : received).offer(bytes, now);
        }
    }

    /** Returns whether it has ended or has to: its time or bytes are used up, or bytes had to be left out. */
    synchronized boolean isOver(long now) {
        return ended || bytesLeft <= 0 || hasExpired(now) || sent.isRefused() || received.isRefused();
    }

    @Override
    public boolean hasExpired(long now) {
        return now - endsAt >= 0;
    }

    @Override
    public synchronized boolean end() {
        if (ended) {
            return false;
        }
        ended = true;
        sent.handOver();
        received.handOver();
        return true;
    }

    /** Frees both contexts. Waits for a piece that is being compressed. */
    @Override
    public void close() {
        sent.close();
        received.close();
    }
}

package io.narrows.proxy.sample;

import io.narrows.proxy.meter.Direction;
import io.netty.buffer.ByteBuf;

/** The time during which a connection is sampled; then others have theirs. Used on the connection's event loop. */
final class SampleTurn implements AutoCloseable {
    /** The most bytes of a turn, in both directions together. */
    static final long MOST_BYTES = 4 << 20;

    /** The longest turn, and the shortest time between two of the same connection. */
    static final long NANOS = 60_000_000_000L;

    private final SampleStream sent;
    private final SampleStream received;
    private final long endsAt;
    private long bytesLeft = MOST_BYTES;

    /** @param now on the nano clock */
    SampleTurn(SampleStream sent, SampleStream received, long now) {
        this.sent = sent;
        this.received = received;
        this.endsAt = now + NANOS;
    }

    void offer(Direction direction, ByteBuf bytes) {
        bytesLeft -= bytes.readableBytes();
        (direction == Direction.SENT ? sent : received).offer(bytes);
    }

    boolean isOver(long now) {
        return bytesLeft <= 0 || now - endsAt >= 0;
    }

    /** Frees both contexts. Waits for a piece that is being compressed. */
    @Override
    public void close() {
        sent.close();
        received.close();
    }
}

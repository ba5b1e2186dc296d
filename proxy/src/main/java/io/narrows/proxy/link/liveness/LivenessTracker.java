package io.narrows.proxy.link.liveness;

import io.netty.channel.Channel;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * Times of the last message sent and received on a link, and whether the link is being read; the peer can only be heard
 * while it is. Used on the link's event loop only, except for {@link #heardAt} and {@link #listens}.
 */
public final class LivenessTracker {
    private final Channel channel;
    private final LongSupplier nanoClock;
    private long spokeAt;
    private final AtomicLong heardAt; // written for each read: opaque, so that it costs no fence

    LivenessTracker(Channel channel, LongSupplier nanoClock) {
        this.channel = channel;
        this.nanoClock = nanoClock;
        this.spokeAt = nanoClock.getAsLong();
        this.heardAt = new AtomicLong(spokeAt);
    }

    public void spoke(long now) {
        spokeAt = now;
    }

    /** Flushes what was written, which counts as a keepalive. */
    public void flush() {
        channel.flush();
        spoke(nanoClock.getAsLong());
    }

    public void heard(long now) {
        heardAt.setOpaque(now);
    }

    /** Starts or stops reading from the socket; starting to read restarts the silence timer. */
    public void listen(boolean reading) {
        if (reading && !channel.config().isAutoRead()) {
            heardAt.setOpaque(nanoClock.getAsLong());
        }
        channel.config().setAutoRead(reading);
    }

    /** Restarts the silence timer after this process was unable to read. */
    void listenAnew() {
        heardAt.setOpaque(nanoClock.getAsLong());
    }

    /** Returns the time at which the peer was last heard, on the nano clock. Safe from any thread. */
    public long heardAt() {
        return heardAt.getOpaque();
    }

    /** Returns whether nothing was sent for longer than that. */
    public boolean saidNothingFor(long nanos) {
        return nanoClock.getAsLong() - spokeAt > nanos;
    }

    /** Returns whether nothing was heard since this side last sent something. */
    boolean spokeLast() {
        return spokeAt - heardAt() > 0;
    }

    /** Returns whether the socket is being read. Safe from any thread. */
    boolean listens() {
        return channel.config().isAutoRead();
    }

    boolean heardNothingFor(long nanos) {
        return listens() && nanoClock.getAsLong() - heardAt() > nanos;
    }

    long now() {
        return nanoClock.getAsLong();
    }
}

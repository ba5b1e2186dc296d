package io.narrows.proxy.link.session;

import io.narrows.proxy.link.primed.ConnectionStates;
import io.narrows.proxy.link.primed.LinkStates;
import io.netty.channel.Channel;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The states that the hellos of a link offered, which it holds until no context can begin from them any more. Used on the link's event
 * loop.
 */
final class OfferedStates {
    private final Channel channel;
    private final LongSupplier readingNanos;
    private @Nullable LinkStates states;
    private @Nullable ScheduledFuture<?> usableEnd;
    private @Nullable ScheduledFuture<?> heldEnd;

    /**
     * @param readingNanos for how long reading from the peer was not held back, in nanoseconds: what it wrote before may not have been read
     *     until then
     */
    OfferedStates(Channel channel, LongSupplier readingNanos) {
        this.channel = channel;
        this.readingNanos = readingNanos;
    }

    /** Sets the states, which this object owns. */
    void offered(LinkStates byHellos) {
        states = byHellos;
        releaseAfter(byHellos, LinkStates.USABLE_NANOS, LinkStates.HELD_NANOS);
    }

    /**
     * Returns the part of the connection that takes the link.
     *
     * @param target as OPEN names it
     * @param dialled whether this side opened the link
     * @param tls whether the sidecars end the connection's TLS
     */
    ConnectionStates connection(String target, boolean dialled, boolean tls) {
        if (states == null) {
            return ConnectionStates.NONE;
        }
        releaseAfter(states, LinkStates.USABLE_AFTER_OPEN_NANOS, LinkStates.HELD_AFTER_OPEN_NANOS);
        return states.connection(target, dialled, tls);
    }

    private void releaseAfter(LinkStates offered, long usableNanos, long heldNanos) {
        cancel();
        usableEnd = schedule(offered::releaseOffers, usableNanos);
        heldEnd = schedule(() -> releaseOffered(offered), heldNanos);
    }

    /** Releases what this side offered; later if what the peer wrote long ago may not have been read yet. */
    private void releaseOffered(LinkStates offered) {
        long remaining = LinkStates.HELD_AFTER_OPEN_NANOS - readingNanos.getAsLong();
        if (remaining > 0) {
            heldEnd = schedule(() -> releaseOffered(offered), remaining);
        } else {
            offered.releaseOffered();
        }
    }

    private ScheduledFuture<?> schedule(Runnable action, long nanos) {
        return channel.eventLoop().schedule(action, nanos, TimeUnit.NANOSECONDS);
    }

    private void cancel() {
        if (usableEnd != null) {
            usableEnd.cancel(false);
        }
        if (heldEnd != null) {
            heldEnd.cancel(false);
        }
    }

    /** Releases everything. */
    void close() {
        cancel();
        if (states != null) {
            states.close();
        }
    }
}

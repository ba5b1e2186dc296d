package io.narrows.proxy.link.unpack;

import io.netty.channel.Channel;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Runs an action once at the earliest of the times for which it was set. Used on the channel's event loop only. */
final class EarliestTimer {
    private final Channel channel;
    private final Runnable action;
    private @Nullable ScheduledFuture<?> timer;

    /** When the timer ends, on the nano clock. */
    private long endsAt;

    EarliestTimer(Channel channel, Runnable action) {
        this.channel = channel;
        this.action = action;
    }

    /**
     * Sets the timer, unless it ends then or earlier.
     *
     * @param now the time on the nano clock from which {@code nanos} was computed: a later one would move the same end on
     * @param nanos from then, 0 or more
     */
    void set(long now, long nanos) {
        if (timer == null || endsAt - now > nanos) {
            cancel();
            endsAt = now + nanos;
            timer = channel.eventLoop().schedule(this::end, nanos + 1, TimeUnit.NANOSECONDS);
        }
    }

    private void end() {
        timer = null;
        action.run();
    }

    void cancel() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }
}

package io.narrows.proxy.link.session;

import io.narrows.proxy.link.receive.RestartLimit;
import io.netty.channel.Channel;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** Pauses the reading of a link whose peer restarts contexts too often ({@link RestartLimit}). Used on the link's event loop only. */
final class RestartPause {
    private final Channel channel;
    private final LongAdder pauses;
    private final LongSupplier nanoClock;
    private final Runnable ended;
    private final RestartLimit limit;
    private boolean paused;

    /**
     * @param pauses counts the pauses
     * @param ended runs after each pause
     */
    RestartPause(Channel channel, LongAdder pauses, LongSupplier nanoClock, Runnable ended) {
        this.channel = channel;
        this.pauses = pauses;
        this.nanoClock = nanoClock;
        this.ended = ended;
        this.limit = new RestartLimit(nanoClock.getAsLong());
    }

    /** Counts a restart, and pauses the link if there were too many. */
    void restarted() {
        long nanos = limit.restarted(nanoClock.getAsLong());
        if (nanos > 0) {
            paused = true;
            pauses.increment();
            channel.eventLoop().schedule(this::end, nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void end() {
        paused = false;
        ended.run();
    }

    boolean isPaused() {
        return paused;
    }
}

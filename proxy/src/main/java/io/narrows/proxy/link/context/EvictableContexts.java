package io.narrows.proxy.link.context;

import io.narrows.proxy.memory.Account;
import io.netty.channel.Channel;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The part of one link in {@link ContextEviction}: its sending contexts give memory back for others, unless a frame is being encoded. Used on
 * the link's event loop only, except where noted.
 */
final class EvictableContexts {
    private final Account account;
    private final SendingDemand demand;
    private final OpenContexts open;
    private final Channel channel;
    private final AtomicBoolean shrinking = new AtomicBoolean();
    private boolean busy;
    private boolean closed;

    EvictableContexts(Account account, SendingDemand demand, OpenContexts open, Channel channel) {
        this.account = account;
        this.demand = demand;
        this.open = open;
        this.channel = channel;
    }

    /** Returns the account of the contexts. Safe from any thread. */
    Account account() {
        return account;
    }

    /** Returns whether the caller runs on the link's event loop. Safe from any thread. */
    boolean isHere() {
        return channel.eventLoop().inEventLoop();
    }

    /** Sets whether a frame is being encoded on another thread. */
    void busy(boolean isBusy) {
        busy = isBusy;
    }

    /** Returns whether a context is above the limit of contexts. Safe from any thread. */
    boolean isTooLarge() {
        return demand.exceedsLimit();
    }

    /** Gives back memory above the limit that contexts do not need yet; frees those that need it, whose next frames begin smaller ones. */
    void shrink() {
        if (busy || closed || !isTooLarge()) {
            return;
        }
        for (SendingContext context : open.all()) {
            if (!demand.tryLowerToPermitted(context)) {
                account.shrank();
                open.drop(context.codec());
            }
        }
    }

    /** Shrinks on the link's own event loop, once for all requests until then. Safe from any thread. */
    void shrinkLater() {
        if (!shrinking.compareAndSet(false, true)) {
            return;
        }
        try {
            channel.eventLoop().execute(() -> {
                shrinking.set(false);
                shrink();
            });
        } catch (RejectedExecutionException e) {
            shrinking.set(false); // the event loop has ended, and the link with it
        }
    }

    /** Returns the idle time of the least recently used context, in nanoseconds; 0 if no context can be given up. */
    long idleNanos(long now) {
        return busy ? 0 : open.longestIdle(now);
    }

    /** Frees all contexts, and lets the receiver free its own. */
    void giveUp() {
        for (SendingContext context : open.all()) {
            account.evicted();
            open.release(context.codec());
        }
        channel.flush();
    }

    /** Ignores later requests. */
    void close() {
        closed = true;
    }
}

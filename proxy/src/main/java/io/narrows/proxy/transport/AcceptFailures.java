package io.narrows.proxy.transport;

import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pauses a listener that cannot accept, for example at the limit on file descriptors: the connection stays in the
 * kernel's queue and would wake the event loop again immediately. Counts the failures of all listeners and logs one per
 * minute. Safe for use by many threads.
 */
@Sharable
final class AcceptFailures extends ChannelInboundHandlerAdapter {
    static final long PAUSE_MILLIS = 500;

    private static final Logger LOG = LoggerFactory.getLogger(AcceptFailures.class);
    private static final long LOG_PERIOD_NANOS = TimeUnit.MINUTES.toNanos(1);
    private static final long NEVER = Long.MIN_VALUE;

    private final LongAdder count = new LongAdder();
    private final AtomicLong loggedAt = new AtomicLong(NEVER);

    /** Returns the number of failed accepts. */
    long count() {
        return count.sum();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        count.increment();
        if (logIsDue()) {
            LOG.atWarn()
                    .addKeyValue("listen", ctx.channel().localAddress())
                    .addKeyValue("descriptors", Descriptors.limit())
                    .addKeyValue("detail", ErrorText.of(cause))
                    .log("cannot accept connections; pausing (raise the limit on file descriptors: ulimit -n)");
        }
        if (ctx.channel().config().isAutoRead()) {
            ctx.channel().config().setAutoRead(false);
            ctx.executor()
                    .schedule(() -> ctx.channel().config().setAutoRead(true), PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private boolean logIsDue() {
        long now = System.nanoTime();
        long last = loggedAt.get();
        return (last == NEVER || now - last >= LOG_PERIOD_NANOS) && loggedAt.compareAndSet(last, now);
    }
}

package io.narrows.proxy.link;

import io.narrows.proxy.meter.Failure;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after links once a second: frees contexts that idle, and finds links whose peer is gone without a word. Each side
 * says PING when it sent nothing else for a while; a side that reads and hears nothing for long closes the link.
 *
 * <p>TCP_USER_TIMEOUT is not used for this: Linux also counts a receiver that keeps its window shut as dead, and a
 * database that pauses for a minute is not. See docs/adr/0002-liveness-by-ping.md.
 */
public final class Watchdog {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    private static final long PING_AFTER_NANOS = TimeUnit.SECONDS.toNanos(4);
    private static final long DEAD_AFTER_NANOS = TimeUnit.SECONDS.toNanos(12);
    private static final long IDLE_CONTEXT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PERIOD_MILLIS = 1_000;

    private final LinkCensus census;
    private final List<Future<?>> rounds;

    public Watchdog(LinkCensus census, List<EventLoop> loops) {
        this.census = census;
        this.rounds = loops.stream()
                .<Future<?>>map(loop -> loop.scheduleWithFixedDelay(
                        () -> round(loop), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS))
                .toList();
    }

    /** Ends the rounds; links are left as they are. */
    public void close() {
        rounds.forEach(round -> round.cancel(false));
    }

    private void round(EventLoop loop) {
        for (Link link : census.links()) {
            if (link.eventLoop() == loop) {
                lookAfter(link);
            }
        }
    }

    /** A link that fails here must not end the rounds of the others. */
    private static void lookAfter(Link link) {
        try {
            link.pingIfSilentFor(PING_AFTER_NANOS);
            link.bookHeaders();
            link.releaseIfIdleFor(IDLE_CONTEXT_NANOS);
            if (link.deafFor(DEAD_AFTER_NANOS)) {
                link.cut(Failure.PEER_SILENT);
            }
        } catch (RuntimeException | Error e) {
            LOG.atError().addKeyValue("peer", link.peer()).setCause(e).log("looking after a link failed");
            link.cut(Failure.INTERNAL);
        }
    }
}

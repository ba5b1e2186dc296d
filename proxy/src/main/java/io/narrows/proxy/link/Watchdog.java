package io.narrows.proxy.link;

import io.narrows.proxy.meter.Failure;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after links once a second: frees contexts that idle, and finds links whose peer is gone without a word. Each side
 * says PING when it sent nothing else for a while; a side that reads and hears nothing for long closes the link. The links between
 * two nodes that both know {@link PairLiveness} are judged together.
 *
 * <p>A link that does not read, because its application takes no more, cannot hear the peer; but the peer's kernel still
 * acknowledges PINGs, or answers probes of a shut window. One that does neither is gone.
 *
 * <p>A process that stood still (SIGSTOP, a paused virtual machine, a blocked event loop) could not listen. Its round comes
 * late, and then every peer's silence begins anew.
 *
 * <p>TCP_USER_TIMEOUT is not used for this: Linux also counts a receiver that keeps its window shut as dead, and a
 * database that pauses for a minute is not. See docs/adr/0002-liveness-by-ping.md.
 */
public final class Watchdog {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    private static final long IDLE_CONTEXT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PERIOD_MILLIS = 1_000;

    /** A round that comes later than this after the one before shows that the event loop stood still. */
    private static final long STOOD_STILL_NANOS = TimeUnit.MILLISECONDS.toNanos(2 * PERIOD_MILLIS);

    private final LinkCensus census;
    private final Watched others;
    private final LongSupplier nanoClock;
    private final LogLimit logLimit;
    private final Map<String, PairLiveness> pairs = new ConcurrentHashMap<>();
    private final List<Future<?>> rounds;

    /** @param nanoClock a clock that only differences are taken of, in nanoseconds */
    public Watchdog(LinkCensus census, Watched others, List<EventLoop> loops, LongSupplier nanoClock) {
        this.census = census;
        this.others = others;
        this.nanoClock = nanoClock;
        this.logLimit = new LogLimit(Duration.ofMinutes(1), nanoClock);
        this.rounds = loops.stream()
                .<Future<?>>map(loop -> loop.scheduleWithFixedDelay(
                        new Rounds(loop), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS))
                .toList();
    }

    /** Ends the rounds; links are left as they are. */
    public void close() {
        rounds.forEach(round -> round.cancel(false));
    }

    /** The rounds of one event loop. */
    private final class Rounds implements Runnable {
        private final EventLoop loop;
        private long lastAt = nanoClock.getAsLong();

        Rounds(EventLoop loop) {
            this.loop = loop;
        }

        @Override
        public void run() {
            boolean stoodStill = stoodStill();
            Collection<Link> links = census.links();
            List<Link> own =
                    links.stream().filter(link -> link.eventLoop() == loop).toList();
            if (stoodStill) {
                own.forEach(Link::listenAnew);
            }
            Map<String, PairRound> rounds = pairs(links, own);
            own.forEach(link -> lookAfter(link, rounds.get(link.peer())));
            lookAfterOthers(stoodStill);
            lastAt = nanoClock.getAsLong();
        }

        /** What the links of each pair of nodes have heard, those of other event loops by their last round. */
        private Map<String, PairRound> pairs(Collection<Link> links, List<Link> own) {
            long now = nanoClock.getAsLong();
            Map<String, PairRound> rounds = new HashMap<>();
            for (Link link : links) {
                if (link.isPaired()) {
                    rounds.computeIfAbsent(link.peer(), peer -> new PairRound(liveness(peer, now)))
                            .see(link);
                }
            }
            rounds.values().forEach(round -> round.complete(now));
            for (Link link : own) {
                if (link.isPaired()) {
                    rounds.get(link.peer()).liveness().heard(link.heardAt());
                }
            }
            return rounds;
        }

        private PairLiveness liveness(String peer, long now) {
            return pairs.computeIfAbsent(peer, key -> new PairLiveness(now));
        }

        private void lookAfterOthers(boolean stoodStill) {
            try {
                others.lookAfter(loop, stoodStill);
            } catch (RuntimeException | Error e) {
                LOG.atError().setCause(e).log("looking after connections of applications failed");
            }
        }

        private boolean stoodStill() {
            long nanos = nanoClock.getAsLong() - lastAt;
            if (nanos <= STOOD_STILL_NANOS) {
                return false;
            }
            logLimit.line(LOG, "event loop stood still; peers are judged anew", "", "")
                    .addKeyValue("millis", TimeUnit.NANOSECONDS.toMillis(nanos))
                    .log();
            return true;
        }
    }

    /** A link that fails here must not end the rounds of the others. */
    private static void lookAfter(Link link, PairRound pair) {
        try {
            if (link.isPaired()) {
                link.beat(pair);
            } else {
                link.beat();
            }
            link.bookHeaders();
            link.releaseIfIdleFor(IDLE_CONTEXT_NANOS);
            if (link.isPaired() ? link.deaf(pair) : link.deaf()) {
                link.cut(Failure.PEER_SILENT);
            }
        } catch (RuntimeException | Error e) {
            LOG.atError().addKeyValue("peer", link.peer()).setCause(e).log("looking after a link failed");
            link.cut(Failure.INTERNAL);
        }
    }
}

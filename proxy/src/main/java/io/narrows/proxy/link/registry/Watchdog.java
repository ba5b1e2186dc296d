package io.narrows.proxy.link.registry;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.liveness.LinkLiveness;
import io.narrows.proxy.link.liveness.PairLiveness;
import io.narrows.proxy.link.liveness.PairRound;
import io.narrows.proxy.meter.Failure;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks links once a second: frees idle contexts, and detects links whose peer has vanished. Each side sends PING after it has
 * been silent for some time; a side that reads and hears nothing for too long closes the link. The liveness of links between two
 * nodes that both support {@link PairLiveness} is judged together.
 *
 * <p>A link that does not read, because its application accepts no more, cannot hear the peer; but the peer's kernel
 * still acknowledges PINGs, or answers probes of a closed window. If it does neither, the peer is gone.
 *
 * <p>A process that was paused (SIGSTOP, a paused virtual machine, a blocked event loop) could not read. Its round is late, and
 * then the silence timers of all peers restart. While one event loop is blocked, no other loop declares a pair of nodes with a
 * link on it dead.
 *
 * <p>TCP_USER_TIMEOUT is not used for this: Linux also considers a receiver dead that keeps its window closed, but a database
 * that pauses for a minute is not dead. See docs/adr/0002-liveness-by-ping.md.
 */
public final class Watchdog {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);

    private static final long IDLE_CONTEXT_NANOS = TimeUnit.SECONDS.toNanos(60);
    private static final long PERIOD_MILLIS = 1_000;

    /** A longer time since the previous round shows that the event loop was blocked. */
    private static final long STOOD_STILL_NANOS = TimeUnit.MILLISECONDS.toNanos(2 * PERIOD_MILLIS);

    private final LinkRegistry registry;
    private final Watched others;
    private final LongSupplier nanoClock;
    private final RateLimitedLog rateLimitedLog;
    private final Map<PeerId, PairLiveness> pairs = new ConcurrentHashMap<>();
    private final Map<EventLoop, Rounds> rounds = new HashMap<>();
    private final List<Future<?>> scheduled;

    /** @param nanoClock a monotonic clock in nanoseconds, used for differences only */
    public Watchdog(LinkRegistry registry, Watched others, List<EventLoop> loops, LongSupplier nanoClock) {
        this.registry = registry;
        this.others = others;
        this.nanoClock = nanoClock;
        this.rateLimitedLog = new RateLimitedLog(Duration.ofMinutes(1), nanoClock);
        loops.forEach(loop -> rounds.put(loop, new Rounds(loop)));
        this.scheduled = loops.stream()
                .<Future<?>>map(loop -> loop.scheduleWithFixedDelay(
                        rounds.get(loop), PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS))
                .toList();
    }

    /** Returns how many pairs of nodes had a link in the last round. */
    public int pairs() {
        return pairs.size();
    }

    /** Ends the rounds; links stay open. */
    public void close() {
        scheduled.forEach(round -> round.cancel(false));
    }

    /** The rounds of one event loop. */
    private final class Rounds implements Runnable {
        private final EventLoop loop;
        private volatile long lastAt = nanoClock.getAsLong();

        Rounds(EventLoop loop) {
            this.loop = loop;
        }

        /** Catches all exceptions: the event loop would end the rounds after one. */
        @Override
        public void run() {
            try {
                look();
            } catch (RuntimeException | Error e) {
                LOG.atError().setCause(e).log("a round of checks of links failed; the next one follows");
            }
        }

        private void look() {
            boolean stoodStill = stoodStill();
            Collection<RegisteredLink> links = registry.links();
            List<RegisteredLink> own =
                    links.stream().filter(link -> link.eventLoop() == loop).toList();
            if (stoodStill) {
                own.forEach(link -> link.liveness().listenAnew());
            }
            Map<PeerId, PairRound> found = pairs(links);
            own.forEach(link -> lookAfter(link, found.get(link.peer())));
            lookAfterOthers(stoodStill);
            lastAt = nanoClock.getAsLong();
        }

        /** Returns the links of each pair of nodes, with the time at which any of them last heard the peer, on any event loop. */
        private Map<PeerId, PairRound> pairs(Collection<RegisteredLink> links) {
            long now = nanoClock.getAsLong();
            Map<PeerId, PairRound> found = new HashMap<>();
            for (RegisteredLink link : links) {
                if (link.liveness().isPaired()) {
                    found.computeIfAbsent(link.peer(), peer -> new PairRound(liveness(peer, now)))
                            .see(link.number(), link.state(), link.liveness().listens());
                }
            }
            pairs.keySet().retainAll(found.keySet());
            found.values().forEach(round -> round.complete(now));
            for (RegisteredLink link : links) {
                if (link.liveness().isPaired()) {
                    Objects.requireNonNull(found.get(link.peer())).liveness().heard(heardAt(link, now));
                }
            }
            return found;
        }

        /**
         * Returns the time at which a link last heard its peer; the current time if its event loop is blocked and cannot read.
         */
        private long heardAt(RegisteredLink link, long now) {
            Rounds reader = Watchdog.this.rounds.getOrDefault(link.eventLoop(), this);
            return reader.standsStill(now) ? now : link.liveness().heardAt();
        }

        private boolean standsStill(long now) {
            return now - lastAt > STOOD_STILL_NANOS;
        }

        private PairLiveness liveness(PeerId peer, long now) {
            return pairs.computeIfAbsent(peer, key -> new PairLiveness(now));
        }

        private void lookAfterOthers(boolean stoodStill) {
            try {
                others.lookAfter(loop, stoodStill);
            } catch (RuntimeException | Error e) {
                LOG.atError().setCause(e).log("cannot check application connections");
            }
        }

        private boolean stoodStill() {
            long now = nanoClock.getAsLong();
            if (!standsStill(now)) {
                return false;
            }
            rateLimitedLog
                    .line(LOG, "event loop was stalled; restarting peer timeouts")
                    .addKeyValue("millis", TimeUnit.NANOSECONDS.toMillis(now - lastAt))
                    .log();
            return true;
        }
    }

    /** Catches all exceptions, since one link's failure must not end the rounds of the others. */
    private static void lookAfter(RegisteredLink link, @Nullable PairRound ofPeer) {
        try {
            LinkLiveness liveness = link.liveness();
            PairRound pair = liveness.isPaired() ? ofPeer : null;
            if (pair != null) {
                liveness.beat(pair, pair.isSpeaker(link.number()));
            } else {
                liveness.beat();
            }
            link.bookHeaders();
            link.releaseIfIdleFor(IDLE_CONTEXT_NANOS);
            if (pair != null ? liveness.deaf(pair) : liveness.deaf()) {
                link.cut(Failure.PEER_SILENT);
            }
        } catch (RuntimeException | Error e) {
            LOG.atError().addKeyValue("peer", link.peer()).setCause(e).log("cannot check a link");
            link.cut(Failure.INTERNAL);
        }
    }
}

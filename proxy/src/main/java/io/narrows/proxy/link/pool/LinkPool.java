package io.narrows.proxy.link.pool;

import io.narrows.config.HostPort;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.NoLinkException;
import io.narrows.proxy.link.NotYetKnownException;
import io.narrows.proxy.link.OtherEncodersException;
import io.narrows.proxy.link.OtherProtectionException;
import io.narrows.proxy.link.handshake.LinkHandshakes;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.registry.ReachedOnce;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.transport.ErrorText;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.AttributeKey;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Links to one peer on one event loop that are kept ready, with their hellos exchanged, so that captured connections
 * need not wait for a handshake. A link that is taken or lost is replaced; while the peer is unreachable, the delay of
 * the next attempt grows, up to a limit. Used on its event loop only.
 */
final class LinkPool {
    private static final Logger LOG = LoggerFactory.getLogger(LinkPool.class);

    static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /** Time for which a peer that has yet to find this node is dialed again, before the link fails. */
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final AttributeKey<Promise<Link>> GREETED = AttributeKey.valueOf(LinkPool.class, "greeted");
    private static final long FIRST_DELAY_MILLIS = 100;
    private static final long LAST_DELAY_MILLIS = 5_000;

    /** Maximum number of connections for one link, with TLS or without, while TLS is being enabled at the peer. */
    private static final int TRIES = 3;

    /**
     * How a connection for a link is made.
     *
     * @param allEncoders whether the hello has all encoders, even if the peer knows them
     * @param tries the number of connections with TLS or without that are left, this one included
     * @param since the time of the first connection, in nanoseconds
     */
    private record Attempt(boolean encrypted, boolean allEncoders, int tries, long since) {
        Attempt withOtherProtection() {
            return new Attempt(!encrypted, allEncoders, tries - 1, since);
        }

        Attempt withAllEncoders() {
            return new Attempt(encrypted, true, tries, since);
        }
    }

    private final LinkEnvironment environment;
    private final Sockets sockets;
    private final LinkHandshakes handshakes;
    private final EventLoop loop;
    private final PeerId peer;
    private final ReadyLinks ready = new ReadyLinks();

    private HostPort address;
    private int wanted;
    private int dialling;
    private long delayMillis = FIRST_DELAY_MILLIS;
    private boolean waiting;
    private boolean reached = true;
    private boolean reachedBefore;
    private boolean closed;

    /** @param wanted number of links to keep ready; 0 dials on demand only */
    LinkPool(
            LinkEnvironment environment,
            Sockets sockets,
            LinkHandshakes handshakes,
            EventLoop loop,
            Peer peer,
            int wanted) {
        this.environment = environment;
        this.sockets = sockets;
        this.handshakes = handshakes;
        this.loop = loop;
        this.peer = peer.id();
        this.address = peer.link();
        this.wanted = wanted;
    }

    /** Applies the peer's current address and the number of links to keep ready. */
    void applyConfig(Peer present, int nowWanted) {
        boolean moved = !address.equals(present.link());
        address = present.link();
        wanted = nowWanted;
        if (moved) {
            ready.retireAll();
        }
        if (handshakes.security().configured()) {
            ready.retirePlain(); // the peer may use TLS by now
        }
        fill();
    }

    /** Returns a ready link; null if there is none. */
    @Nullable
    Link take() {
        for (Link link = ready.poll(); link != null; link = ready.poll()) {
            loop.execute(this::fill);
            if (link.encrypted() || !handshakes.security().requiresTls(peer)) {
                return link;
            }
            link.retire();
        }
        return null;
    }

    /** Returns a link over a new connection. */
    Future<Link> dial() {
        Promise<Link> linked = loop.newPromise();
        if (handshakes.mayDial(peer, linked)) {
            linked.addListener(done -> noteReached(done.isSuccess(), done.cause()));
            boolean encrypted = handshakes.security().dialsTls(peer);
            dial(new Attempt(encrypted, false, TRIES, environment.nanoClock().getAsLong()), linked);
        }
        return linked;
    }

    /**
     * Dials. If the connection shows that the peer requires TLS or has none, dials again accordingly, provided that is
     * allowed; if it shows that the peer's encoders have changed, dials again, once, with a hello that has all of this
     * node's; if the peer is about to know this node, dials again a little later.
     */
    private void dial(Attempt attempt, Promise<Link> linked) {
        Future<Channel> connected = sockets.dial(loop, address, CONNECT_TIMEOUT, channel -> {
            Sockets.limitSegments(channel, environment.live().current().link().tcpMss());
            Promise<Link> greeted = loop.newPromise(); // one for each address that is tried
            channel.attr(GREETED).set(greeted);
            handshakes.dial(channel, peer, attempt.encrypted(), attempt.allEncoders(), greeted);
        });
        connected.addListener(done -> {
            if (done.isSuccess()) {
                Promise<Link> greeted = connected.getNow().attr(GREETED).get();
                greeted.addListener((Future<Link> end) -> settle(end, attempt, linked));
            } else {
                linked.setFailure(done.cause());
            }
        });
    }

    private void settle(Future<Link> greeted, Attempt attempt, Promise<Link> linked) {
        if (greeted.isSuccess()) {
            linked.setSuccess(greeted.getNow());
            return;
        }
        boolean otherwise = greeted.cause() instanceof OtherProtectionException
                && handshakes.security().dialsTls(peer) != attempt.encrypted();
        if (otherwise && attempt.tries() > 1) {
            dial(attempt.withOtherProtection(), linked);
        } else if (greeted.cause() instanceof OtherEncodersException && !attempt.allEncoders()) {
            dial(attempt.withAllEncoders(), linked);
        } else if (greeted.cause() instanceof NotYetKnownException
                && environment.nanoClock().getAsLong() - attempt.since() < PATIENCE.toNanos()) {
            loop.schedule(() -> dial(attempt, linked), FIRST_DELAY_MILLIS, TimeUnit.MILLISECONDS);
        } else {
            linked.setFailure(greeted.cause());
        }
    }

    /** Dials the missing links. */
    void fill() {
        while (!closed && !waiting && ready.size() + dialling < wanted) {
            dialling++;
            dial().addListener((Future<Link> dialled) -> {
                dialling--;
                if (dialled.isSuccess()) {
                    keep(dialled.getNow());
                } else {
                    retryLater();
                }
            });
        }
    }

    void close() {
        closed = true;
        ready.retireAll();
    }

    private void keep(Link link) {
        delayMillis = FIRST_DELAY_MILLIS;
        if (closed || ready.size() >= wanted) {
            link.retire();
        } else if (!link.encrypted() && handshakes.security().configured()) {
            ready.addFor(LinkSecurity.PLAIN_NANOS, link, this::retryLater);
        } else {
            ready.add(link, this::retryLater);
        }
    }

    private void retryLater() {
        if (closed || waiting) {
            return;
        }
        waiting = true;
        long jittered = delayMillis / 2 + ThreadLocalRandom.current().nextLong(delayMillis / 2 + 1);
        delayMillis = Math.min(LAST_DELAY_MILLIS, delayMillis * 2);
        loop.schedule(
                () -> {
                    waiting = false;
                    fill();
                },
                jittered,
                TimeUnit.MILLISECONDS);
    }

    /** Logs a change of the peer's state once, and counts every failure to reach it. */
    private void noteReached(boolean success, Throwable cause) {
        if (!success && !(cause instanceof NoLinkException)) {
            environment.events().failure(peer, Failure.PEER_UNREACHABLE, ErrorText.of(cause));
            if (reached) {
                LOG.atLevel(environment.reached().failureLevel(new ReachedOnce.Destination.Peer(peer)))
                        .addKeyValue("peer", peer)
                        .addKeyValue("address", address)
                        .addKeyValue("detail", ErrorText.of(cause))
                        .log("peer unreachable");
            }
        }
        if (success && !reached) {
            LOG.atInfo()
                    .addKeyValue("peer", peer)
                    .addKeyValue("address", address)
                    .log(reachedBefore ? "peer reached again" : "peer reached");
        }
        reached = success;
        reachedBefore |= success;
    }
}

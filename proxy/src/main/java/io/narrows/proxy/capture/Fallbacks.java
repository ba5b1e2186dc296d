package io.narrows.proxy.capture;

import io.narrows.config.Capture;
import io.narrows.config.Config;
import io.narrows.config.DryRun;
import io.narrows.config.Fallback;
import io.narrows.config.FallbackChoice;
import io.narrows.config.HostPort;
import io.narrows.config.PeerId;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.NoSidecarException;
import io.narrows.proxy.link.TlsFailedException;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.live.LiveConfig;
import io.narrows.proxy.meter.AnnouncedPlaces;
import io.narrows.proxy.transport.ErrorText;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.PromiseNotifier;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which connections go to their peer's database without a link, and dials it: in a dry run all of them, otherwise those for
 * which the peer or the policy has {@code fallback: plain}, while the peer's sidecar does not answer. Rules match the declared
 * class, since the first bytes come too late. Safe for use by many threads.
 */
public final class Fallbacks {
    private static final Logger LOG = LoggerFactory.getLogger(Fallbacks.class);

    private final LiveConfig live;
    private final Sockets sockets;
    private final LinkSecurity security;
    private final AnnouncedPlaces announced;
    private final LinkBackoff backoff;

    public Fallbacks(
            LiveConfig live,
            Sockets sockets,
            LinkSecurity security,
            AnnouncedPlaces announced,
            LongSupplier nanoClock) {
        this.live = live;
        this.sockets = sockets;
        this.security = security;
        this.announced = announced;
        this.backoff =
                new LinkBackoff(nanoClock, () -> ThreadLocalRandom.current().nextDouble());
    }

    /** Returns whether a connection goes to the database without trying a link, since that has failed recently. */
    boolean skipsLink(PeerId peer, TrafficClass declared) {
        return maySendPlain(peer, choice(peer, declared)) && !backoff.mayTry(peer);
    }

    /** Returns whether a connection goes to the database after a link failed before anything was sent on it. */
    boolean allowsAfter(PeerId peer, TrafficClass declared, Throwable cause) {
        boolean absent = NoSidecarException.isAbsence(cause);
        FallbackChoice choice = choice(peer, declared);
        return maySendPlain(peer, choice) && (absent || cause instanceof TlsFailedException && choice.allowDowngrade());
    }

    private FallbackChoice choice(PeerId id, TrafficClass declared) {
        Config config = live.current();
        return config.peer(id)
                .map(peer -> config.fallback(
                        peer,
                        new Traffic(
                                id,
                                config.node().location(),
                                announced.placeOf(config, id).effective(),
                                declared)))
                .orElse(FallbackChoice.NONE);
    }

    private boolean maySendPlain(PeerId peer, FallbackChoice choice) {
        return choice.fallback() == Fallback.PLAIN && (choice.allowDowngrade() || !isDowngrade(peer));
    }

    /**
     * Returns whether a dry run sends connections to the peer without a link. A peer that has used TLS keeps its links, unless
     * downgrades are allowed.
     */
    boolean isDryRun(PeerId peer) {
        DryRun dryRun = live.current().dryRun();
        return dryRun.active() && (dryRun.allowDowngrade() || !isDowngrade(peer));
    }

    /** Returns whether plain text to a peer would replace links with TLS. */
    private boolean isDowngrade(PeerId peer) {
        return security.configured() || security.hasUsedTls(peer);
    }

    /** Records that the peer's sidecar did not answer. */
    void noSidecar(PeerId peer, Throwable cause) {
        if (backoff.failed(peer)) {
            LOG.atWarn()
                    .addKeyValue("peer", peer)
                    .addKeyValue("detail", ErrorText.of(cause))
                    .log("peer's sidecar does not answer; its connections go to the database in plain text");
        }
    }

    /** Records that the peer's sidecar answered. */
    void reached(PeerId peer) {
        if (backoff.reached(peer)) {
            LOG.atInfo().addKeyValue("peer", peer).log("peer's sidecar answers; its connections use links again");
        }
    }

    /** Connects to a peer's database. Fails for an address that leads back to a capture of this sidecar. */
    Future<Channel> dial(EventLoop loop, HostPort database) {
        if (live.current().captures().stream()
                .noneMatch(capture -> capture.listen().port() == database.port())) {
            return DirectConnection.dial(sockets, loop, database);
        }
        Promise<Channel> dialed = loop.newPromise();
        sockets.lookUp(loop, database.host()).addListener((Future<List<InetSocketAddress>> found) -> {
            if (!found.isSuccess()) {
                dialed.setFailure(found.cause());
            } else if (found.getNow().stream().anyMatch(at -> isCapture(at.getAddress(), database.port()))) {
                dialed.setFailure(new IOException(database + " is a capture of this sidecar"));
            } else {
                DirectConnection.dial(sockets, loop, database).addListener(new PromiseNotifier<>(dialed));
            }
        });
        return dialed;
    }

    /** Returns whether the kernel would connect this address to one of the captures. */
    private boolean isCapture(InetAddress address, int port) {
        if (!address.isLoopbackAddress() && !HostPorts.isOfThisHost(address)) {
            return false;
        }
        return live.current().captures().stream()
                .map(Capture::listen)
                .filter(listen -> listen.port() == port)
                .anyMatch(listen -> listen.isWildcard() || listen.isSameAs(hostPort(address, port)));
    }

    private static HostPort hostPort(InetAddress address, int port) {
        return HostPorts.of(new InetSocketAddress(address, port));
    }
}

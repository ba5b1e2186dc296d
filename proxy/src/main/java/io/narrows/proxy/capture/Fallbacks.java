package io.narrows.proxy.capture;

import io.narrows.config.Capture;
import io.narrows.config.Fallback;
import io.narrows.config.HostPort;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.NoLinkException;
import io.narrows.proxy.link.NoSidecarException;
import io.narrows.proxy.link.TlsFailedException;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.live.LiveConfig;
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
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides which connections go to their peer's database without a link, and dials it. Only those do whose peer has
 * {@code fallback: plain} and whose sidecar does not answer. Safe for use by many threads.
 */
public final class Fallbacks {
    private static final Logger LOG = LoggerFactory.getLogger(Fallbacks.class);

    private final LiveConfig live;
    private final Sockets sockets;
    private final LinkSecurity security;
    private final LinkBackoff backoff;

    public Fallbacks(LiveConfig live, Sockets sockets, LinkSecurity security, LongSupplier nanoClock) {
        this.live = live;
        this.sockets = sockets;
        this.security = security;
        this.backoff =
                new LinkBackoff(nanoClock, () -> ThreadLocalRandom.current().nextDouble());
    }

    /** Returns whether a connection goes to the database without trying a link, since that has failed recently. */
    boolean skipsLink(PeerId peer) {
        return peer(peer).filter(this::maySendPlain).isPresent() && !backoff.mayTry(peer);
    }

    /** Returns whether a connection goes to the database after a link failed before anything was sent on it. */
    boolean allowsAfter(PeerId peer, Throwable cause) {
        boolean absent = !(cause instanceof NoLinkException) || cause instanceof NoSidecarException;
        return peer(peer)
                .filter(this::maySendPlain)
                .filter(known -> absent || cause instanceof TlsFailedException && known.allowDowngrade())
                .isPresent();
    }

    private Optional<Peer> peer(PeerId id) {
        return live.current().peer(id).filter(peer -> peer.fallback() == Fallback.PLAIN);
    }

    private boolean maySendPlain(Peer peer) {
        return peer.allowDowngrade() || !security.configured() && !security.hasUsedTls(peer.id());
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

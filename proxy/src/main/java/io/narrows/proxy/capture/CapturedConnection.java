package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.NoLinkException;
import io.narrows.proxy.link.NoSidecarException;
import io.narrows.proxy.link.Printable;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.registry.ReachedOnce.Destination;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.memory.WaitingBytes;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.tls.NotMintedException;
import io.narrows.proxy.transport.ErrorText;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * One captured connection on its way to its target: gets a link, opens it, and starts the tunnel.
 *
 * <p>On a link from the pool, the application's bytes wait until the peer has responded, as they would wait for the
 * response to a SYN. Such a link may have died unnoticed; it is then replaced once by a new one, which is safe only
 * while nothing was sent. On a new link, bytes follow the OPEN immediately.
 *
 * <p>If the peer's sidecar does not answer, and {@link Fallbacks} allow it, the connection goes to the database without a
 * link. That too is safe only while nothing was sent. In a dry run, it always does.
 *
 * <p>TLS that ends here is answered after the peer has reached its database. Until then its bytes wait unread, so without a
 * link they go to the database as they came.
 */
final class CapturedConnection implements Tunnel.Opening {
    private static final Logger LOG = LoggerFactory.getLogger(CapturedConnection.class);

    /** Timeout from OPEN to its answer. The peer's name lookup and connection to the target take at most 10 s of it. */
    static final long OPEN_TIMEOUT_SECONDS = 15;

    /** Answers the application in the way its kind of capture requires. */
    interface Answers {
        /** Reports that the remote connection is open; bytes may flow. */
        void opened();

        /** Reports that the remote connection failed. The callee ends the application's connection. */
        void failed(Failure failure, String detail);
    }

    private final CaptureEnvironment environment;
    private final Channel captured;
    private final PeerId peer;
    private final String target;
    private final TrafficClass trafficClass;
    private final Optional<HostPort> database;
    private final Optional<EndedTls> tls;
    private final Answers answers;
    private final Tunnel tunnel;
    private final Optional<TlsTermination> termination;
    private boolean dialedAgain;
    private boolean dataMayBeSent;
    private boolean direct;
    private @Nullable ScheduledFuture<?> answerDue;

    /**
     * @param database the address of the peer's database; empty if there is none to fall back to
     * @param tls the connection's TLS, if it ends here on a link
     */
    CapturedConnection(
            CaptureEnvironment environment,
            Channel captured,
            PeerId peer,
            String target,
            TrafficClass trafficClass,
            Optional<HostPort> database,
            Optional<EndedTls> tls,
            Answers answers) {
        this.environment = environment;
        this.captured = captured;
        this.peer = peer;
        this.target = target;
        this.trafficClass = trafficClass;
        this.database = database;
        this.tls = tls;
        this.answers = answers;
        this.tunnel = Tunnel.ofCaptured(captured, environment.links().nanoClock(), queues(), this);
        this.termination =
                tls.map(ended -> new TlsTermination(environment, captured, peer, ended, tunnel, this::failedInTls));
    }

    /** Takes a ready link or dials one. Must be called on the captured channel's event loop. */
    void start(boolean dataMayFollowAtOnce) {
        if (environment.links().live().current().peer(peer).isEmpty()) {
            fail(Failure.PEER_UNREACHABLE, "peer " + peer + " is not known: not found yet, or removed");
            return;
        }
        if (WaitingBytes.refuses(queues())) {
            String detail = "no memory for another connection to the peer";
            environment.links().events().failure(peer, Failure.MEMORY, detail);
            fail(Failure.MEMORY, detail);
            return;
        }
        captured.pipeline().addLast("tunnel", tunnel);
        environment.localConnections().add(captured, peer, tunnel);
        if (database.isPresent() && environment.fallbacks().isDryRun(peer)) {
            goDirectly(database.get(), DirectReason.DRY_RUN);
            return;
        }
        Link ready = environment.pools().take(captured.eventLoop(), peer);
        if (ready != null) {
            open(ready);
        } else {
            dialUnlessSkipped(dataMayFollowAtOnce);
        }
    }

    private void dialUnlessSkipped(boolean dataMayFollowAtOnce) {
        if (database.isPresent() && environment.fallbacks().skipsLink(peer, trafficClass)) {
            goDirectly(database.get(), DirectReason.NO_SIDECAR);
        } else {
            dial(dataMayFollowAtOnce);
        }
    }

    private Account queues() {
        return environment.links().memory().account(Purpose.QUEUES, peer);
    }

    private void dial(boolean dataMayFollowAtOnce) {
        environment.pools().dial(captured.eventLoop(), peer).addListener((Future<Link> dialled) -> {
            if (!dialled.isSuccess()) {
                if (!fallBack(dialled.cause())) {
                    fail(NoLinkException.failure(dialled.cause()), noLink(dialled.cause()));
                }
                return;
            }
            environment.fallbacks().reached(peer);
            open(dialled.getNow());
            if (dataMayFollowAtOnce && tls.isEmpty() && database.isEmpty() && captured.isOpen()) {
                dataMayBeSent = true; // not if it may have to go to the database instead: the peer may be draining
                tunnel.readLocal();
            }
        });
    }

    /** Goes to the database without a link, if that is allowed after such a failure; returns whether it is. */
    private boolean fallBack(Throwable cause) {
        if (database.isEmpty() || dataMayBeSent || !environment.fallbacks().allowsAfter(peer, trafficClass, cause)) {
            return false;
        }
        environment.fallbacks().noSidecar(peer, cause);
        goDirectly(database.get(), DirectReason.NO_SIDECAR);
        return true;
    }

    private void goDirectly(HostPort address, DirectReason reason) {
        if (!captured.isOpen()) {
            return;
        }
        direct = true;
        reason.count(environment.links().events(), peer);
        environment.fallbacks().dial(captured.eventLoop(), address).addListener((Future<Channel> dialed) -> {
            if (dialed.isSuccess()) {
                join(dialed.getNow(), reason);
            } else {
                String detail = reason.unreachable(peer, address, ErrorText.of(dialed.cause()));
                environment.links().events().failure(peer, Failure.TARGET_UNREACHABLE, detail);
                fail(Failure.TARGET_UNREACHABLE, detail);
            }
        });
    }

    private void join(Channel remote, DirectReason reason) {
        ByteObserver observer = reason.observer(environment, peer, trafficClass, remote.remoteAddress());
        DirectConnection.join(environment, tunnel, peer, remote, observer);
    }

    private String noLink(Throwable cause) {
        String detail = ErrorText.of(cause);
        return cause instanceof NoLinkException ? detail : "cannot reach the sidecar of " + peer + ": " + detail;
    }

    private void open(Link link) {
        Optional<String> objection = tls.flatMap(ended -> ended.objection(link));
        if (objection.isPresent()) {
            refuse(link, Failure.TLS_MISMATCH, objection.get());
            return;
        }
        if (termination.isPresent()) {
            try {
                termination.get().prepare();
            } catch (NotMintedException e) {
                refuse(link, Failure.NOT_MINTED, ErrorText.of(e));
                return;
            }
        }
        tunnel.attach(link);
        stopWaiting();
        answerDue = captured.eventLoop().schedule(() -> giveUp(link), OPEN_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        link.open(tunnel, target, trafficClass, tls.map(EndedTls::request));
        if (!captured.isOpen()) {
            link.abort();
        }
    }

    private void refuse(Link link, Failure failure, String detail) {
        link.abort();
        environment.links().events().failure(peer, failure, detail);
        fail(failure, detail);
    }

    /** Fails the connection: the peer sends PING but neither accepts nor refuses the OPEN. */
    private void giveUp(Link link) {
        answerDue = null;
        if (!captured.isOpen()) {
            return;
        }
        String detail = "no response to OPEN within " + OPEN_TIMEOUT_SECONDS + " s";
        environment.links().events().failure(peer, Failure.OPEN_TIMEOUT, detail);
        tunnel.detach();
        link.abort();
        fail(Failure.OPEN_TIMEOUT, detail);
    }

    private void stopWaiting() {
        if (answerDue != null) {
            answerDue.cancel(false);
            answerDue = null;
        }
    }

    @Override
    public void opened(Reached reached) {
        stopWaiting();
        if (!direct) {
            environment.fallbacks().reached(peer);
        }
        environment.links().reached().add(new Destination.RemoteTarget(peer, target));
        answers.opened();
        if (termination.isPresent() && !direct) {
            termination.get().begin(reached);
        } else {
            UnansweredRequest.answered(captured); // by the database itself
            tunnel.readLocal();
        }
    }

    private void failedInTls(Failure failure, String detail) {
        environment.links().events().failure(peer, failure, detail);
        log(failure, detail);
    }

    @Override
    public void refused(Refused refused) {
        stopWaiting();
        Failure failure = failure(refused.getReason());
        String detail = Printable.of(refused.getDetail());
        if (refused.getReason() == Refused.Reason.DRAINING && fallBack(new NoSidecarException(detail))) {
            return;
        }
        environment.links().events().failure(peer, failure, detail);
        fail(failure, detail);
    }

    /** Maps a reason to a failure. Reasons of later versions map to an unreachable target. */
    private static Failure failure(Refused.Reason reason) {
        return switch (reason) {
            case UNKNOWN_TARGET -> Failure.UNKNOWN_TARGET;
            case MEMORY -> Failure.MEMORY;
            case TARGET_DENIED -> Failure.TARGET_DENIED;
            case TLS_MISMATCH -> Failure.TLS_MISMATCH;
            case TARGET_TLS -> Failure.DATABASE_TLS;
            case TARGET_UNREACHABLE, DRAINING, UNKNOWN, UNRECOGNIZED -> Failure.TARGET_UNREACHABLE;
        };
    }

    @Override
    public void lost(Failure failure) {
        stopWaiting();
        String detail = "the link ended before the target was reached";
        boolean linkDied = failure == Failure.LINK_CUT || failure == Failure.PEER_SILENT;
        if (linkDied && !dataMayBeSent && captured.isOpen()) {
            if (!dialedAgain) {
                dialedAgain = true;
                dialUnlessSkipped(false);
                return;
            }
            if (fallBack(new NoSidecarException(detail))) { // it drains, and closes every unused link
                return;
            }
        }
        fail(failure, detail);
    }

    private void fail(Failure failure, String detail) {
        log(failure, detail);
        answers.failed(failure, detail);
    }

    private void log(Failure failure, String detail) {
        environment
                .links()
                .rateLimitedLog()
                .line(LOG, level(failure), "captured connection failed", peer, failure.label())
                .addKeyValue("peer", peer)
                .addKeyValue("target", target)
                .addKeyValue("reason", failure.label())
                .addKeyValue("detail", detail)
                .log();
    }

    private Level level(Failure failure) {
        return switch (failure) {
            case TARGET_UNREACHABLE ->
                environment.links().reached().failureLevel(new Destination.RemoteTarget(peer, target));
            case PEER_UNREACHABLE -> environment.links().reached().failureLevel(new Destination.Peer(peer));
            default -> Level.WARN;
        };
    }
}

package io.narrows.proxy.link.handshake;

import io.narrows.config.Config;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.NoLinkException;
import io.narrows.proxy.link.NoSidecarException;
import io.narrows.proxy.link.bill.LinkBill;
import io.narrows.proxy.link.bill.WireCounter;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.session.OpenRequests;
import io.narrows.proxy.memory.Account;
import io.narrows.proxy.memory.Charge;
import io.narrows.proxy.memory.Purpose;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.transport.Descriptors;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.util.concurrent.Promise;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets up the pipeline of a new connection between sidecars, up to its greeting. Accepted and dialed connections have
 * separate limits: {@link HandshakeQuota}, {@link LinkShares}.
 */
public final class LinkHandshakes {
    private static final Logger LOG = LoggerFactory.getLogger(LinkHandshakes.class);

    private final AtomicInteger dialling = new AtomicInteger();
    private final HandshakeQuota quota;
    private final LinkEnvironment environment;
    private final Newcomers newcomers;
    private final Admission admission;
    private final OpenRequests openRequests;
    private final LinkSecurity security;
    private final SharedEncoders encoders = new SharedEncoders();
    private final String software;
    private final long instance = 1 + ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);

    public LinkHandshakes(
            LinkEnvironment environment,
            OpenRequests openRequests,
            LinkSecurity security,
            BooleanSupplier draining,
            String software) {
        this.environment = environment;
        this.quota = new HandshakeQuota(Descriptors.limit(), HandshakeMemory.room(accountOf(EventMeter.UNKNOWN_PEER)));
        this.newcomers = new Newcomers(environment.nanoClock(), instance);
        this.admission = new Admission(environment, security, newcomers, draining);
        this.openRequests = openRequests;
        this.security = security;
        security.onFirstSeen(environment.registry()::retirePlain);
        this.software = software;
    }

    /** Returns the policy that decides which connections use TLS. */
    public LinkSecurity security() {
        return security;
    }

    /** Returns the number by which the hellos of this process are recognized. */
    public long instance() {
        return instance;
    }

    /** Sets the listener to nodes that say hello before they are found, or otherwise than as they were found. */
    public void listenToNewcomers(Newcomers.Listener listener) {
        newcomers.listen(listener);
    }

    /** Applies the peers and the TLS mode of a new configuration. */
    public void applyConfig(Config config) {
        Set<PeerId> peers = config.peers().stream().map(Peer::id).collect(Collectors.toSet());
        security.retainPeers(peers);
        encoders.retainPeers(peers);
        retirePlain();
    }

    /** Closes unused plain-text links if TLS is required, and logs how many links in use continue in plain text. */
    private void retirePlain() {
        if (!security.strict()) {
            return;
        }
        environment.registry().retirePlain();
        long running = environment.registry().links().stream()
                .filter(link -> !link.encrypted() && link.state() != LinkState.READY)
                .count();
        if (running > 0) {
            LOG.atWarn()
                    .addKeyValue("links", running)
                    .log(
                            "link.tls.mode is strict, but links that started in plain text still carry connections; they stay"
                                    + " open until their applications close them");
        }
    }

    /** Returns the number of accepted connections without a completed hello. */
    int greetings() {
        return quota.total();
    }

    /**
     * Begins the greeting of an accepted connection; a connection beyond the quota is reset immediately.
     *
     * @param greeted succeeds with the link; fails if the connection ends before
     */
    public void accept(Channel channel, Promise<Link> greeted) {
        SocketAddress remote = channel.remoteAddress();
        String reached = quota.take(remote, environment.live().current().link().maxLinks());
        if (reached != null) {
            environment.events().failure(EventMeter.UNKNOWN_PEER, Failure.GREETING_LIMIT, reached);
            environment
                    .rateLimitedLog()
                    .line(LOG, "connection closed", EventMeter.UNKNOWN_PEER, Failure.GREETING_LIMIT.label())
                    .addKeyValue("remote", remote)
                    .addKeyValue("reason", Failure.GREETING_LIMIT.label())
                    .addKeyValue("detail", reached)
                    .log();
            channel.config().setOption(ChannelOption.SO_LINGER, 0); // by a reset, which leaves no TIME_WAIT here
            channel.close();
            greeted.setFailure(new NoLinkException(reached));
            return;
        }
        Charge memory = memoryFor(EventMeter.UNKNOWN_PEER);
        greeted.addListener(done -> {
            if (done.isSuccess()) {
                quota.giveBack(remote);
            } else {
                channel.closeFuture().addListener(closed -> quota.giveBack(remote));
            }
            memory.giveBack();
        });
        greet(channel, null, false, false, memory, greeted);
    }

    /**
     * Counts a link that this node is about to dial against {@code link.max-links} until it is dialed or has failed,
     * and reserves its memory until its connection is closed. If there are too many links, or no memory, counts that as
     * a failure and fails the link.
     *
     * @param linked completes when the link is dialed or failed
     * @return whether the link may be dialed
     */
    public boolean mayDial(PeerId peer, Promise<Link> linked) {
        int others = dialling.getAndIncrement();
        linked.addListener(done -> dialling.decrementAndGet());
        Optional<String> objection = admission.objectionToDial(others);
        if (objection.isPresent()) {
            failDial(peer, Failure.LIMIT, objection.get(), linked);
            return false;
        }
        Charge memory = admission.memoryOfLink(peer);
        if (!memory.take()) {
            failDial(peer, Failure.MEMORY, admission.noMemory(peer), linked);
            return false;
        }
        linked.addListener(done -> {
            if (done.isSuccess()) {
                linked.getNow().onConnectionClosed(memory::giveBack);
            } else {
                memory.giveBack();
            }
        });
        return true;
    }

    private void failDial(PeerId peer, Failure failure, String detail, Promise<Link> linked) {
        environment.events().failure(peer, failure, detail);
        linked.setFailure(new NoLinkException(failure, detail));
    }

    /**
     * Begins the greeting of a connection that this node dials.
     *
     * @param peer the dialed peer
     * @param encrypted whether it uses TLS
     * @param allEncoders whether the hello has all encoders, even if the peer knows them
     * @param greeted succeeds with the link; fails if the connection ends before
     */
    public void dial(Channel channel, PeerId peer, boolean encrypted, boolean allEncoders, Promise<Link> greeted) {
        Charge memory = memoryFor(peer);
        memory.count();
        greeted.addListener(done -> memory.giveBack());
        greet(channel, peer, encrypted, allEncoders, memory, greeted);
    }

    /**
     * Asks the sidecar at the other end of a connection that this node dials for its hello, and closes the connection.
     *
     * @param encrypted whether it uses TLS
     * @param answer fails if the connection ends before
     */
    public void introduce(Channel channel, boolean encrypted, Promise<Introduction> answer) {
        Charge memory = memoryFor(EventMeter.UNKNOWN_PEER);
        memory.count();
        channel.closeFuture().addListener(closed -> memory.giveBack());
        channel.config().setRecvByteBufAllocator(new HandshakeReads(Sockets.READS_PER_PASS));
        WireCounter wire = new WireCounter(new LinkBill(channel, true, environment.traffic()));
        channel.pipeline().addLast("wire", wire);
        wire.control(
                environment.traffic().strayCell(Direction.SENT),
                environment.traffic().strayCell(Direction.RECEIVED));
        if (encrypted) {
            addTls(channel);
        }
        Hello hello = hello().setIntroduction(true).build();
        channel.pipeline().addLast("introduction", new IntroductionHandler(hello, answer));
    }

    private void addTls(Channel channel) {
        security.client(channel.alloc())
                .ifPresent(tls ->
                        channel.pipeline().addLast("answer", new PlainAnswer()).addLast("tls", tls));
    }

    private Hello.Builder hello() {
        Config config = environment.live().current();
        return Hellos.of(
                        config.node(),
                        config.link().liveness(),
                        environment.codecs(),
                        environment.memory().pool(Purpose.RECEIVING),
                        environment.recipes().encoders(),
                        software)
                .toBuilder()
                .setTls(security.configured())
                .setInstance(instance);
    }

    private Charge memoryFor(PeerId peer) {
        return HandshakeMemory.of(accountOf(peer));
    }

    private Account accountOf(PeerId peer) {
        return environment.memory().account(Purpose.HANDSHAKES, peer);
    }

    /** @param encrypted whether a dialed connection uses TLS; for an accepted one, the first byte decides */
    private void greet(
            Channel channel,
            @Nullable PeerId expectedPeer,
            boolean encrypted,
            boolean allEncoders,
            Charge memory,
            Promise<Link> greeted) {
        channel.closeFuture().addListener(closed -> greeted.tryFailure(new NoSidecarException("closed")));
        HandshakeReads reads = new HandshakeReads(Sockets.READS_PER_PASS);
        channel.config().setRecvByteBufAllocator(reads);
        WireCounter wire = new WireCounter(new LinkBill(channel, expectedPeer != null, environment.traffic()));
        channel.pipeline().addLast("wire", wire);
        if (expectedPeer == null) {
            channel.pipeline().addLast("first", new FirstByte(security, memory));
        } else if (encrypted) {
            addTls(channel);
        }
        channel.pipeline()
                .addLast(
                        "handshake",
                        new HandshakeHandler(
                                environment,
                                admission,
                                security,
                                openRequests,
                                wire,
                                reads,
                                encoders,
                                hello().build(),
                                expectedPeer,
                                allEncoders,
                                greeted));
    }
}

package io.narrows.proxy.link;

import io.narrows.config.Config;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.transport.Descriptors;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.util.concurrent.Promise;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets up the pipeline of a new connection between sidecars, up to its greeting. Connections that come in and those that are
 * dialled are limited apart: {@link GreetingQuota}, {@link LinkShares}.
 */
public final class LinkHandshakes {
    private static final Logger LOG = LoggerFactory.getLogger(LinkHandshakes.class);

    private final AtomicInteger dialling = new AtomicInteger();
    private final GreetingQuota quota = new GreetingQuota(Descriptors.limit());
    private final LinkEnvironment environment;
    private final Admission admission;
    private final OpenRequests openRequests;
    private final TlsContexts tls;
    private final String software;

    public LinkHandshakes(
            LinkEnvironment environment,
            OpenRequests openRequests,
            TlsContexts tls,
            BooleanSupplier draining,
            String software) {
        this.environment = environment;
        this.admission = new Admission(environment, draining);
        this.openRequests = openRequests;
        this.tls = tls;
        this.software = software;
    }

    /** Accepted connections whose hello is not done. */
    int greetings() {
        return quota.total();
    }

    /**
     * Begins the greeting of a connection that came in; one beyond the quota is reset at once.
     *
     * @param greeted succeeds with the link, fails when the connection ends before it is one
     */
    void accept(Channel channel, Promise<Link> greeted) {
        SocketAddress remote = channel.remoteAddress();
        String reached = quota.take(remote, environment.live().current().link().maxLinks());
        if (reached != null) {
            environment.events().failure(EventMeter.UNKNOWN_PEER, Failure.GREETING_LIMIT, reached);
            environment
                    .logLimit()
                    .line(LOG, "connection closed", EventMeter.UNKNOWN_PEER, Failure.GREETING_LIMIT.label())
                    .addKeyValue("remote", remote)
                    .addKeyValue("reason", Failure.GREETING_LIMIT.label())
                    .addKeyValue("detail", reached)
                    .log();
            channel.config().setOption(ChannelOption.SO_LINGER, 0); // by a reset: it leaves no TIME_WAIT here
            channel.close();
            greeted.setFailure(new NoLinkException(reached));
            return;
        }
        greeted.addListener(done -> {
            if (done.isSuccess()) {
                quota.giveBack(remote);
            } else {
                channel.closeFuture().addListener(closed -> quota.giveBack(remote));
            }
        });
        greet(channel, null, greeted);
    }

    /**
     * Begins the greeting of a connection that this node makes.
     *
     * @param peer that is dialled
     * @param greeted succeeds with the link, fails when the connection ends before it is one
     */
    void dial(Channel channel, String peer, Promise<Link> greeted) {
        Optional<String> objection = admission.objectionToDial(dialling.getAndIncrement());
        greeted.addListener(done -> dialling.decrementAndGet());
        if (objection.isPresent()) {
            environment.events().failure(peer, Failure.LIMIT, objection.get());
            channel.close();
            greeted.setFailure(new NoLinkException(objection.get()));
            return;
        }
        greet(channel, peer, greeted);
    }

    private void greet(Channel channel, String expectedPeer, Promise<Link> greeted) {
        Config config = environment.live().current();
        channel.closeFuture().addListener(closed -> greeted.tryFailure(new NoLinkException("closed")));
        GreetingReads reads = new GreetingReads(Sockets.READS_PER_PASS);
        channel.config().setRecvByteBufAllocator(reads);
        WireCounter wire = new WireCounter(new LinkBill(channel, expectedPeer != null, environment.traffic()));
        channel.pipeline().addLast("wire", wire);
        if (expectedPeer == null) {
            channel.pipeline().addLast("tls", new TlsAtFirstByte(tls));
        } else {
            tls.client(channel.alloc()).ifPresent(handler -> channel.pipeline().addLast("tls", handler));
        }
        channel.pipeline()
                .addLast(
                        "greeter",
                        new Greeter(
                                environment,
                                admission,
                                openRequests,
                                wire,
                                reads,
                                Hellos.of(config.node(), config.link().liveness(), environment.codecs(), software),
                                expectedPeer,
                                greeted));
    }
}

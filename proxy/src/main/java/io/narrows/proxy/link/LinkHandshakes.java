package io.narrows.proxy.link;

import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.tls.TlsContexts;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Promise;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/** Sets up the pipeline of a new connection between sidecars, up to its greeting. */
public final class LinkHandshakes {
    /** Connections beyond max-links that may greet, to be told why they are refused. */
    private static final int SPARE = 64;

    private final AtomicInteger greeting = new AtomicInteger();
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

    /**
     * @param expectedPeer the peer that is dialled; null for a connection that came in
     * @param greeted succeeds with the link, fails when the connection ends before it is one
     */
    void begin(Channel channel, String expectedPeer, Promise<Link> greeted) {
        int limit = environment.live().current().link().maxLinks();
        if (environment.census().size() + greeting.incrementAndGet() > limit + SPARE) {
            greeting.decrementAndGet();
            String peer = expectedPeer == null ? EventMeter.UNKNOWN_PEER : expectedPeer;
            String detail = "there are max-links links already: " + limit;
            environment.events().failure(peer, Failure.LIMIT, detail);
            channel.close();
            greeted.setFailure(new NoLinkException(detail));
            return;
        }
        greeted.addListener(done -> greeting.decrementAndGet());
        channel.closeFuture().addListener(closed -> greeted.tryFailure(new NoLinkException("closed")));
        WireCounter wire = new WireCounter(new LinkBill(channel, expectedPeer != null, environment.traffic()));
        channel.pipeline().addLast("wire", wire);
        if (expectedPeer == null) {
            tls.server(channel.alloc()).ifPresent(handler -> channel.pipeline().addLast("tls", handler));
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
                                Hellos.of(environment.live().current().node(), environment.codecs(), software),
                                expectedPeer,
                                greeted));
    }
}

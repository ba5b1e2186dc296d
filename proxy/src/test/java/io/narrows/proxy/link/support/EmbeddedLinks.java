package io.narrows.proxy.link.support;

import io.narrows.config.PeerId;
import io.narrows.config.TrafficClass;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.bill.LinkBill;
import io.narrows.proxy.link.bill.WireCounter;
import io.narrows.proxy.link.handshake.LinkHandshakes;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.link.hostile.Recording;
import io.narrows.proxy.link.proto.Open;
import io.narrows.proxy.link.proto.Refused;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.netty.buffer.ByteBufAllocator;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;

/**
 * Links created like those of a real sidecar, on channels without a socket. Their input is that of a {@link Recording}
 * or similar. Everything runs in the caller's thread.
 */
public final class EmbeddedLinks {
    /** Links of class bulk share history. All accept dictionaries. */
    private static final String CONFIG = """
            version: 1
            node: {id: b, region: us-east-1, zone: z, host: h-b}
            link: {listen: 127.0.0.1:15000, plaintext: true}
            targets: {work: 127.0.0.1:9000}
            peers: [{id: %s, region: us-east-1, zone: z, host: h, link: 127.0.0.1:15001}]
            dictionaries: {path: dictionaries}
            policy:
              - {class: bulk, codec: dense, level: 1, window: 128KiB, shared-history: true, dictionary: plain}
              - %s
            """;

    private final LinkEnvironment environment;
    private final LinkHandshakes handshakes;
    private LinkApplication application;

    /** @param rule of the policy, for links that are not bulk */
    public EmbeddedLinks(String rule, EventMeter events, Executor workers, LongSupplier nanoClock) {
        environment = LinkEnvironments.of(
                CONFIG.formatted(Recording.NODE, rule),
                events,
                workers,
                nanoClock,
                new KeptDictionaries().withoutSamples());
        handshakes = new LinkHandshakes(environment, this::opened, plaintext(nanoClock), () -> false, "test");
    }

    private static LinkSecurity plaintext(LongSupplier nanoClock) {
        try {
            return new LinkSecurity(
                    new TlsContexts(TlsContexts.load(Optional.empty(), new PeerId("a"), Instant.EPOCH)),
                    new TlsPeers(Runnable::run),
                    nanoClock);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Puts a link with a completed greeting on a registered channel. */
    public static Link greeted(LinkEnvironment environment, LinkTerms terms, DuplexEmbeddedChannel channel) {
        LinkBill bill = new LinkBill(channel, terms.dialled(), environment.traffic());
        Link link = new Link(environment, terms, (asked, open) -> {}, channel, new WireCounter(bill));
        channel.pipeline().addLast(link.handler());
        return link;
    }

    public LinkEnvironment environment() {
        return environment;
    }

    /**
     * Creates a connection with a peer, which sends next.
     *
     * @param peerOpens whether the peer dialed, and opens the link
     * @param served the application at this end
     */
    public DuplexEmbeddedChannel connect(boolean peerOpens, LinkApplication served, ByteBufAllocator alloc) {
        application = served;
        DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(alloc);
        Promise<Link> greeted = ImmediateEventExecutor.INSTANCE.newPromise();
        if (peerOpens) {
            handshakes.accept(channel, greeted);
        } else {
            handshakes.dial(channel, new PeerId(Recording.NODE), false, false, greeted);
        }
        greeted.addListener(done -> {
            if (done.isSuccess()) {
                served.carriedBy(greeted.getNow());
                if (!peerOpens) {
                    greeted.getNow().open(served, Recording.TARGET, TrafficClass.DEFAULT);
                }
            }
        });
        try {
            channel.register();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        return channel;
    }

    private void opened(Link link, Open open) {
        if (open.getTarget().equals(Recording.TARGET)) {
            link.accept(application);
            application.opened(Reached.PLAIN);
        } else {
            application.notReached();
            link.refuse(Refused.Reason.UNKNOWN_TARGET, "");
        }
    }
}

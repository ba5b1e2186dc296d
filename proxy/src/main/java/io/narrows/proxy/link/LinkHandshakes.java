package io.narrows.proxy.link;

import io.narrows.proxy.tls.TlsContexts;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Promise;
import java.util.function.BooleanSupplier;

/** Sets up the pipeline of a new connection between sidecars, up to its greeting. */
public final class LinkHandshakes {
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

    /** @param expectedPeer the peer that is dialled; null for a connection that came in */
    Promise<Link> begin(Channel channel, String expectedPeer) {
        Promise<Link> greeted = channel.eventLoop().newPromise();
        WireCounter wire = new WireCounter();
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
        return greeted;
    }
}

package io.narrows.proxy.capture;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.Reached;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.starttls.NatsInfo;
import io.narrows.proxy.starttls.PostgresPackets;
import io.narrows.proxy.starttls.RefusedStartException;
import io.narrows.proxy.tls.ClientHello;
import io.narrows.proxy.tls.DatabaseTls;
import io.narrows.proxy.tls.HandshakeFault;
import io.narrows.proxy.tls.MintRequest;
import io.narrows.proxy.tls.NotMintedException;
import io.narrows.proxy.transport.ErrorText;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the TLS of one captured connection, with the certificate of its capture or one that is minted for it. Confined to the
 * connection's event loop.
 *
 * <pre>
 *            minted for                    answered with
 *  direct    SNI, before the peer is asked                   handshake
 *  postgres  SNI, after the answer         S                 handshake
 *  mysql     SNI, after the request        greeting          handshake
 *  nats      SNI, after INFO               INFO              handshake
 * </pre>
 */
final class TlsTermination {
    private static final Logger LOG = LoggerFactory.getLogger(TlsTermination.class);

    private final CaptureEnvironment environment;
    private final Channel captured;
    private final PeerId peer;
    private final EndedTls ended;
    private final Tunnel tunnel;
    private final BiConsumer<Failure, String> failed;
    private @Nullable CompletableFuture<SslContext> prepared;

    /** @param failed counts and logs a failure; its connection ends without further help */
    TlsTermination(
            CaptureEnvironment environment,
            Channel captured,
            PeerId peer,
            EndedTls ended,
            Tunnel tunnel,
            BiConsumer<Failure, String> failed) {
        this.environment = environment;
        this.captured = captured;
        this.peer = peer;
        this.ended = ended;
        this.tunnel = tunnel;
        this.failed = failed;
    }

    /**
     * Begins to make the certificate, if it is to be made and for which name is known: the peer takes its time to answer.
     *
     * @throws NotMintedException if there is none for the name
     */
    void prepare() throws NotMintedException {
        prepared = ended.awaitsName() ? null : context(ended);
    }

    private CompletableFuture<SslContext> context(EndedTls known) throws NotMintedException {
        LinkEnvironment links = environment.links();
        MintRequest request = known.mintRequest(peer, links.live().current());
        return environment.databaseTls().server(known.tls(), request, links.workers());
    }

    /** Answers the application as the peer's database has answered the peer. */
    void begin(Reached reached) {
        if (hasEnded()) {
            return;
        }
        if (prepared == null) {
            answer(reached, null);
        } else {
            tunnel.awaitTls();
            whenMade(prepared, context -> answer(reached, context));
        }
    }

    /**
     * Returns whether the application no longer waits for TLS. A FIN before it is no half-close, and no failure: etcd asks each
     * member for the others when it starts, and gives up after a second if that one starts, too.
     */
    private boolean hasEnded() {
        if (captured.isOpen() && tunnel.isInputShut()) {
            LOG.atDebug()
                    .addKeyValue("peer", peer)
                    .addKeyValue("remote", captured.remoteAddress())
                    .log("connection closed before its TLS was answered");
            captured.close(); // by a reset
        }
        return !captured.isOpen();
    }

    /** Continues on the event loop, unless the connection has ended. */
    private void whenMade(CompletableFuture<SslContext> context, Consumer<SslContext> next) {
        context.whenComplete((made, failure) -> {
            if (captured.eventLoop().inEventLoop()) {
                made(made, failure, next);
            } else {
                captured.eventLoop().execute(() -> made(made, failure, next));
            }
        });
    }

    private void made(@Nullable SslContext context, @Nullable Throwable failure, Consumer<SslContext> next) {
        if (hasEnded()) {
            return;
        }
        if (context == null) {
            String cause = cause(Objects.requireNonNull(failure));
            reset(Failure.DATABASE_TLS, "no certificate for the database on this node: " + cause);
        } else {
            next.accept(context);
        }
    }

    /** @param context null if it depends on a ClientHello that follows */
    private void answer(Reached reached, @Nullable SslContext context) {
        switch (ended.start()) {
            case POSTGRESQL -> {
                UnansweredRequest.answered(captured);
                tunnel.dropEarly();
                captured.writeAndFlush(Unpooled.wrappedBuffer(PostgresPackets.yes()));
                handshake(context, reached.alpn());
            }
            case MYSQL -> greet(reached, context);
            case NATS -> inform(reached, context);
            case DIRECT, UNRECOGNIZED -> handshake(context, reached.alpn());
        }
    }

    private void greet(Reached reached, @Nullable SslContext context) {
        if (reached.greeting().isEmpty()) {
            reset(Failure.DATABASE_TLS, "the peer's sidecar has passed on no greeting of its database");
            return;
        }
        captured.pipeline()
                .addBefore(
                        "tunnel",
                        "greeted-client",
                        new GreetedClient(reached.greeting().toByteArray(), new GreetedClient.Events() {
                            @Override
                            public void requested(byte[] packet) {
                                tunnel.sendAhead(packet);
                                handshake(context, reached.alpn());
                            }

                            @Override
                            public void refused(RefusedStartException refusal) {
                                failed(refusal.failure(), String.valueOf(refusal.getMessage()));
                            }

                            @Override
                            public void overtaken() {
                                failed(
                                        Failure.DATABASE_TLS,
                                        "the peer's sidecar sent bytes before TLS with the database on this node");
                            }
                        }));
        tunnel.acceptBeforeTls(); // a client may wait for long, and must learn of a reset meanwhile
    }

    private void inform(Reached reached, @Nullable SslContext context) {
        byte[] info;
        try {
            info = NatsInfo.requiringTls(reached.greeting().toByteArray());
        } catch (RefusedStartException e) {
            reset(e.failure(), "the peer's sidecar has passed on what NATS does not send: " + e.getMessage());
            return;
        }
        tunnel.awaitTls(); // a leaf node's server sends another INFO as soon as its own TLS has begun
        captured.pipeline()
                .addBefore("tunnel", "informed-client", new InformedClient(info, new InformedClient.Events() {
                    @Override
                    public void begins() {
                        handshake(context, reached.alpn());
                    }

                    @Override
                    public void refused(Failure failure, String detail) {
                        failed(failure, detail);
                    }
                }));
    }

    private void handshake(@Nullable SslContext context, String alpn) {
        if (context != null) {
            handshake(ended, context, alpn);
            return;
        }
        tunnel.awaitTls();
        captured.pipeline().addBefore("tunnel", "client-hello", new AwaitedHello(new AwaitedHello.Events() {
            @Override
            public void received(ClientHello hello) {
                mint(ended.with(hello), alpn);
            }

            @Override
            public void refused(String detail) {
                reset(Failure.CLIENT_HELLO, detail);
            }
        }));
    }

    private void mint(EndedTls known, String alpn) {
        try {
            whenMade(context(known), context -> handshake(known, context, alpn));
        } catch (NotMintedException e) {
            reset(Failure.NOT_MINTED, ErrorText.of(e));
        }
    }

    private void handshake(EndedTls known, SslContext context, String alpn) {
        SslHandler handler = DatabaseTls.handler(context, captured.alloc(), alpn);
        handler.handshakeFuture().addListener(done -> {
            if (done.isSuccess()) {
                tunnel.readLocal();
            } else if (!tunnel.isDetached()) {
                failed.accept(Failure.DATABASE_TLS, explain(known, done.cause()));
            }
        });
        tunnel.beginTls(handler, broken -> failed.accept(Failure.DATABASE_TLS, explain(known, broken)));
    }

    private String explain(EndedTls known, Throwable cause) {
        return "TLS with the database on this node, at " + captured.remoteAddress() + ": " + HandshakeFault.of(cause)
                + " (" + known.part() + ")";
    }

    private void reset(Failure failure, String detail) {
        failed(failure, detail);
        captured.close(); // by a reset
    }

    private void failed(Failure failure, String detail) {
        failed.accept(failure, captured.remoteAddress() + ": " + detail);
    }

    private static String cause(Throwable failure) {
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        return ErrorText.of(cause == null ? failure : cause);
    }
}

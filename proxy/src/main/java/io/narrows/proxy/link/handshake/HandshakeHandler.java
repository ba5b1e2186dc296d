package io.narrows.proxy.link.handshake;

import io.narrows.config.Config;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.NoLinkException;
import io.narrows.proxy.link.NoSidecarException;
import io.narrows.proxy.link.OtherEncodersException;
import io.narrows.proxy.link.OtherProtectionException;
import io.narrows.proxy.link.TlsFailedException;
import io.narrows.proxy.link.bill.WireCounter;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.FrameForm;
import io.narrows.proxy.link.frame.FrameWriter;
import io.narrows.proxy.link.frame.GreetingEnvelope;
import io.narrows.proxy.link.proto.Control;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.session.OpenRequests;
import io.narrows.proxy.link.session.Refusals;
import io.narrows.proxy.link.terms.LinkTerms;
import io.narrows.proxy.meter.Direction;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.transport.BrokenConnection;
import io.narrows.proxy.transport.ErrorText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Exchanges the hellos of one connection and then replaces itself with a {@link Link}:
 *
 * <pre>
 *  dialing side                          accepting side
 *      | -------------- HELLO ---------------> |  admits, or answers REFUSAL and closes
 *      | <------------- HELLO ---------------- |
 *  admits, or sends REFUSAL as a control frame and closes
 * </pre>
 *
 * If the first hello omits encoders that the accepting side does not have, both close after the second.
 */
final class HandshakeHandler extends ChannelInboundHandlerAdapter {
    /** Timeout from the connection to the end of the hellos, TLS included. */
    static final long TIMEOUT_SECONDS = 10;

    /** Timeout from an accepted connection to its first byte: the dialing side speaks first, with or without TLS. */
    static final long FIRST_BYTE_SECONDS = 3;

    private static final Logger LOG = LoggerFactory.getLogger(HandshakeHandler.class);

    private final LinkEnvironment environment;
    private final Admission admission;
    private final LinkSecurity security;
    private final OpenRequests openRequests;
    private final WireCounter wire;
    private final HandshakeReads reads;
    private final SharedEncoders encoders;
    private final OwnHello own;
    private final @Nullable PeerId expectedPeer;
    private final boolean allEncoders;
    private final Promise<Link> promise;

    private ByteBuf received = Unpooled.EMPTY_BUFFER;
    private @Nullable ScheduledFuture<?> timeout;
    private @Nullable ScheduledFuture<?> silence;
    private boolean done;

    /**
     * @param encoders those that peers know by their hash
     * @param own this side's hello, before anything is refused or offered to a certain peer
     * @param expectedPeer the peer that was dialed; null on the accepting side
     * @param allEncoders whether the hello to a dialed peer has all encoders, even if the peer knows them
     * @param promise succeeds with the link, fails with the reason that is also logged
     */
    HandshakeHandler(
            LinkEnvironment environment,
            Admission admission,
            LinkSecurity security,
            OpenRequests openRequests,
            WireCounter wire,
            HandshakeReads reads,
            SharedEncoders encoders,
            Hello own,
            @Nullable PeerId expectedPeer,
            boolean allEncoders,
            Promise<Link> promise) {
        this.environment = environment;
        this.admission = admission;
        this.security = security;
        this.openRequests = openRequests;
        this.wire = wire;
        this.reads = reads;
        this.encoders = encoders;
        this.own = new OwnHello(environment, own);
        this.expectedPeer = expectedPeer;
        this.allEncoders = allEncoders;
        this.promise = promise;
    }

    private boolean dialled() {
        return expectedPeer != null;
    }

    private PeerId peer() {
        return expectedPeer != null ? expectedPeer : EventMeter.UNKNOWN_PEER;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        timeout = ctx.executor()
                .schedule(
                        () -> fail(ctx, Failure.HELLO_TIMEOUT, "no hello within " + TIMEOUT_SECONDS + " s"),
                        TIMEOUT_SECONDS,
                        TimeUnit.SECONDS);
        if (!dialled()) {
            silence = ctx.executor().schedule(() -> failIfSilent(ctx), FIRST_BYTE_SECONDS, TimeUnit.SECONDS);
        }
    }

    private void failIfSilent(ChannelHandlerContext ctx) {
        if (wire.silent()) {
            fail(ctx, Failure.HELLO_TIMEOUT, "no data within " + FIRST_BYTE_SECONDS + " s");
        }
    }

    private void cancelTimeouts() {
        if (timeout != null) {
            timeout.cancel(false);
        }
        if (silence != null) {
            silence.cancel(false);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (dialled() && ctx.pipeline().get(SslHandler.class) == null) {
            sendFirstHello(ctx);
        }
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (!handshake.isSuccess()) {
                fail(ctx, Failure.TLS, ErrorText.of(handshake.cause()));
            } else if (dialled()) {
                sendFirstHello(ctx);
            }
        } else if (event == PlainAnswer.EVENT) {
            answeredPlain(ctx);
        } else if (event instanceof ChannelInputShutdownEvent) {
            closedEarly(ctx);
        }
    }

    /**
     * Handles a plain-text answer to a TLS handshake: not a failure during a TLS rollout, unless this peer has used TLS
     * before.
     */
    private void answeredPlain(ChannelHandlerContext ctx) {
        if (security.requiresTls(peer())) {
            fail(
                    ctx,
                    Failure.TLS,
                    "the peer responded to a TLS handshake in plain text, which is not accepted from it");
        } else if (!done) {
            security.answeredPlain(peer());
            finish(ctx, new OtherProtectionException("the peer does not speak TLS"));
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (done) {
            ((ByteBuf) message).release();
            return;
        }
        ByteBuf bytes = (ByteBuf) message;
        received = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(ctx.alloc(), received, bytes);
        try {
            Greeting greeting = GreetingEnvelope.open(received);
            if (greeting != null) {
                take(ctx, greeting);
            }
        } catch (CorruptFrameException e) {
            refuse(ctx, peer(), Refusals.of(Refusal.Reason.MALFORMED, e.getMessage()));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        closedEarly(ctx);
    }

    /** Handles an early close. A connection without a single byte is a load balancer's port check, and is ignored. */
    private void closedEarly(ChannelHandlerContext ctx) {
        if (!done && !dialled() && wire.silent()) {
            finish(ctx, new NoLinkException("connection closed before the hello"));
        } else {
            fail(ctx, Failure.LINK_CUT, "connection closed before the hello");
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        fail(ctx, reason(cause), ErrorText.of(cause), cause);
    }

    private static Failure reason(Throwable cause) {
        if (cause instanceof SSLException || cause.getCause() instanceof SSLException) {
            return Failure.TLS;
        }
        if (cause instanceof HandshakeLimitException) {
            return Failure.GREETING_LIMIT;
        }
        return BrokenConnection.isToldBy(cause) ? Failure.LINK_CUT : Failure.INTERNAL;
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        cancelTimeouts();
        own.close();
        received.release();
        received = Unpooled.EMPTY_BUFFER;
    }

    private void take(ChannelHandlerContext ctx, Greeting greeting) {
        switch (greeting.getKindCase()) {
            case HELLO -> takeHello(ctx, greeting.getHello());
            case REFUSAL -> {
                Refusals.log(
                        environment,
                        peer(),
                        ctx.channel().remoteAddress(),
                        greeting.getRefusal(),
                        "the peer refuses links");
                refused(ctx, greeting.getRefusal());
            }
            case KIND_NOT_SET -> refuse(ctx, peer(), Refusals.of(Refusal.Reason.MALFORMED, "unknown greeting"));
        }
    }

    private void refused(ChannelHandlerContext ctx, Refusal refusal) {
        String detail = Failure.HELLO_REFUSED.label() + ": " + refusal.getDetail();
        if (dialled() && refusal.getReason() == Refusal.Reason.TLS_REQUIRED) {
            security.askedForTls(peer());
            finish(ctx, new OtherProtectionException(detail));
        } else {
            finish(ctx, RefusedDial.of(refusal, detail));
        }
    }

    private void takeHello(ChannelHandlerContext ctx, Hello hello) {
        Identity identity = Identity.of(ctx.channel());
        if (!dialled() && hello.getIntroduction()) {
            introduce(ctx, hello, identity);
            return;
        }
        Config config = environment.live().current();
        if (dialled() && config.peer(peer()).isEmpty()) {
            finish(ctx, new NoLinkException("peer " + peer() + " was removed")); // neither side is at fault
            return;
        }
        Optional<Refusal> objection = dialled()
                ? admission.objectionToDialled(config, peer(), hello, identity)
                : admission
                        .objectionToIncoming(hello, identity, ctx.channel().remoteAddress())
                        .or(() -> admission.objectionForMemory(new PeerId(hello.getNode()), ctx.channel()));
        if (objection.isPresent()) {
            if (dialled() && objection.get().getReason() == Refusal.Reason.TLS_REQUIRED) {
                if (isListed(peer())) {
                    security.speaksTls(peer());
                } else {
                    security.askedForTls(peer());
                }
            }
            FrameForm form = FrameForm.of(identity != null, hello.getContentChecks());
            refuse(ctx, peerOf(hello), objection.get(), form);
            return;
        }
        PeerId node = new PeerId(hello.getNode());
        encoders.heard(node, hello);
        if (own.omitsUnknownEncoders(node, hello, dialled())) {
            endWithoutLink(ctx, node);
            return;
        }
        LinkTerms terms = Hellos.agree(own.forPeer(node), own.completed(node, hello), identity != null, dialled());
        if (identity != null || hello.getTls() && isListed(terms.peer())) {
            security.speaksTls(terms.peer());
        }
        if (identity == null) {
            security.plainLink(terms.peer());
        }
        if (!dialled()) {
            sendHello(ctx, node, SharedEncoders.isSame(own.forPeer(node), hello));
        }
        environment.encoderRefusals().agreed(terms.peer(), terms.encoders());
        become(ctx, terms, hello);
    }

    /** Ends a connection after hellos from which the peer and this node do not know their common encoders: the dialing side dials again. */
    private void endWithoutLink(ChannelHandlerContext ctx, PeerId node) {
        if (!dialled()) {
            sendHello(ctx, node, false);
        }
        finish(ctx, new OtherEncodersException("the encoders of the two nodes differ, and a hello left them out"));
    }

    /** Answers a node that asks who this one is, and closes. */
    private void introduce(ChannelHandlerContext ctx, Hello hello, @Nullable Identity identity) {
        Optional<Refusal> objection =
                admission.objectionToIntroduction(hello, identity, ctx.channel().remoteAddress());
        if (objection.isPresent()) {
            refuse(ctx, peerOf(hello), objection.get(), FrameForm.of(identity != null, hello.getContentChecks()));
            return;
        }
        ctx.write(GreetingEnvelope.seal(
                ctx.alloc(), Greeting.newBuilder().setHello(own.forAll()).build()));
        finish(ctx, new NoLinkException("the node only asked for this one's hello"));
    }

    /** Returns whether the file lists the peer, so that its unproven word about TLS is remembered. */
    private boolean isListed(PeerId peer) {
        return environment
                .live()
                .current()
                .peer(peer)
                .filter(known -> known.source().isEmpty())
                .isPresent();
    }

    /** Returns the peer for which a refused hello is counted: the one that it names, if configured. */
    private PeerId peerOf(Hello hello) {
        return dialled()
                ? peer()
                : PeerId.of(hello.getNode())
                        .filter(id -> environment.live().current().peer(id).isPresent())
                        .orElse(peer());
    }

    private void become(ChannelHandlerContext ctx, LinkTerms terms, Hello hello) {
        Link link = new Link(environment, terms, openRequests, ctx.channel(), wire);
        done = true; // exceptions before this line fail the greeting
        reads.grow();
        own.passTo(link, hello);
        ByteBuf rest = received.isReadable() ? received.retain() : null;
        ctx.pipeline().replace(this, "link", link.handler());
        link.tellRefusals(); // other links may have been added since the hello
        promise.trySuccess(link);
        if (rest != null) {
            link.handler().received(rest);
        }
        if (environment.live().current().peer(terms.peer()).isEmpty()) {
            link.retire(); // it was removed while the hellos were under way
        }
    }

    /** Refuses a peer that has not sent a valid hello, and so knows only the first form of frames. */
    private void refuse(ChannelHandlerContext ctx, PeerId peer, Refusal refusal) {
        refuse(ctx, peer, refusal, FrameForm.of(Identity.of(ctx.channel()) != null, 0));
    }

    /** @param form of the frames that the peer expects after this side's hello */
    private void refuse(ChannelHandlerContext ctx, PeerId peer, Refusal refusal, FrameForm form) {
        Refusals.log(environment, peer, ctx.channel().remoteAddress(), refusal, "link refused");
        if (dialled()) {
            new FrameWriter(ctx.channel(), form, wire)
                    .write(
                            Control.newBuilder().setRefusal(refusal).build(),
                            environment.traffic().strayCell(Direction.SENT));
        } else {
            ctx.write(GreetingEnvelope.seal(
                    ctx.alloc(), Greeting.newBuilder().setRefusal(refusal).build()));
        }
        finish(
                ctx,
                refusal.getReason() == Refusal.Reason.TLS_REQUIRED
                        ? new OtherProtectionException(refusal.getDetail())
                        : new NoLinkException(refusal.getDetail()));
    }

    private void fail(ChannelHandlerContext ctx, Failure failure, String detail) {
        fail(ctx, failure, detail, null);
    }

    private void fail(ChannelHandlerContext ctx, Failure failure, String detail, @Nullable Throwable cause) {
        if (!done) {
            environment.events().failure(peer(), failure, detail);
            environment
                    .rateLimitedLog()
                    .line(LOG, "link not established", peer(), failure.label())
                    .addKeyValue("peer", peer())
                    .addKeyValue("remote", ctx.channel().remoteAddress())
                    .addKeyValue("reason", failure.label())
                    .addKeyValue("detail", detail)
                    .setCause(failure == Failure.INTERNAL ? cause : null)
                    .log();
            finish(ctx, notEstablished(failure, failure.label() + ": " + detail));
        }
    }

    private static NoLinkException notEstablished(Failure failure, String message) {
        return switch (failure) {
            case HELLO_TIMEOUT, LINK_CUT -> new NoSidecarException(message);
            case TLS -> new TlsFailedException(message);
            default -> new NoLinkException(message);
        };
    }

    private void finish(ChannelHandlerContext ctx, NoLinkException cause) {
        done = true;
        cancelTimeouts();
        wire.control(
                environment.traffic().strayCell(Direction.SENT),
                environment.traffic().strayCell(Direction.RECEIVED));
        promise.tryFailure(cause); // before the channel ends, which would fail it without a reason
        Channel channel = ctx.channel();
        SslHandler tls = ctx.pipeline().get(SslHandler.class);
        if (tls != null && !tls.handshakeFuture().isDone()) {
            channel.close(); // nothing can be written before the handshake is done, so do not wait
        } else {
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    private void sendFirstHello(ChannelHandlerContext ctx) {
        sendHello(ctx, peer(), !allEncoders && encoders.isKnownTo(peer(), own.forPeer(peer())));
    }

    /** @param brief whether the peer knows the encoders by their hash */
    private void sendHello(ChannelHandlerContext ctx, PeerId peer, boolean brief) {
        ctx.writeAndFlush(GreetingEnvelope.seal(
                ctx.alloc(),
                Greeting.newBuilder().setHello(own.toSend(peer, brief)).build()));
    }
}

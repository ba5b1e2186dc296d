package io.narrows.proxy.link.handshake;

import io.narrows.config.PeerId;
import io.narrows.proxy.link.NoLinkException;
import io.narrows.proxy.link.NoSidecarException;
import io.narrows.proxy.link.OtherProtectionException;
import io.narrows.proxy.link.Printable;
import io.narrows.proxy.link.TlsFailedException;
import io.narrows.proxy.link.frame.CorruptFrameException;
import io.narrows.proxy.link.frame.GreetingEnvelope;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.transport.ErrorText;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
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

/** Asks a sidecar for its hello and closes: this node does not know yet which node it is. */
final class IntroductionHandler extends ChannelInboundHandlerAdapter {
    private final Hello own;
    private final Promise<Introduction> answer;
    private ByteBuf received = Unpooled.EMPTY_BUFFER;
    private boolean done;
    private @Nullable ScheduledFuture<?> timeout;

    /**
     * @param own the hello to send
     * @param answer fails with the reason if there is none
     */
    IntroductionHandler(Hello own, Promise<Introduction> answer) {
        this.own = own;
        this.answer = answer;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        timeout = ctx.executor()
                .schedule(
                        () -> end(
                                ctx,
                                new NoSidecarException("no hello within " + HandshakeHandler.TIMEOUT_SECONDS + " s")),
                        HandshakeHandler.TIMEOUT_SECONDS,
                        TimeUnit.SECONDS);
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (timeout != null) {
            timeout.cancel(false);
        }
        received.release();
        received = Unpooled.EMPTY_BUFFER;
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        if (ctx.pipeline().get(SslHandler.class) == null) {
            ask(ctx);
        }
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent handshake) {
            if (handshake.isSuccess()) {
                ask(ctx);
            } else {
                end(ctx, new TlsFailedException("the TLS handshake failed: " + ErrorText.of(handshake.cause())));
            }
        } else if (event == PlainAnswer.EVENT) {
            end(ctx, new OtherProtectionException("the node does not speak TLS"));
        } else if (event instanceof ChannelInputShutdownEvent) {
            end(ctx, new NoSidecarException("connection closed before the hello"));
        }
    }

    private void ask(ChannelHandlerContext ctx) {
        ctx.writeAndFlush(GreetingEnvelope.seal(
                ctx.alloc(), Greeting.newBuilder().setHello(own).build()));
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (done) {
            ((ByteBuf) message).release();
            return;
        }
        received = ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(ctx.alloc(), received, (ByteBuf) message);
        try {
            Greeting greeting = GreetingEnvelope.open(received);
            if (greeting != null) {
                take(ctx, greeting);
            }
        } catch (CorruptFrameException e) {
            end(ctx, new NoLinkException(e.getMessage()));
        }
    }

    private void take(ChannelHandlerContext ctx, Greeting greeting) {
        switch (greeting.getKindCase()) {
            case HELLO -> {
                Hello hello = greeting.getHello();
                Optional<PeerId> id = PeerId.of(hello.getNode());
                if (id.isEmpty()) {
                    end(ctx, new NoLinkException("the hello names no valid node: " + Printable.of(hello.getNode())));
                } else {
                    done = true;
                    answer.trySuccess(new Introduction(
                            id.get(),
                            hello.getInstance(),
                            Optional.ofNullable(Identity.of(ctx.channel())).map(Identity::names)));
                    ctx.close();
                }
            }
            case REFUSAL -> {
                String detail = "the node refuses: "
                        + Printable.of(greeting.getRefusal().getDetail());
                end(ctx, RefusedDial.of(greeting.getRefusal(), detail));
            }
            case KIND_NOT_SET -> end(ctx, new NoLinkException("unknown greeting"));
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        answer.tryFailure(new NoSidecarException("connection closed before the hello"));
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        boolean tls = cause instanceof SSLException || cause.getCause() instanceof SSLException;
        String detail = ErrorText.of(cause);
        end(ctx, tls ? new TlsFailedException(detail) : new NoSidecarException(detail));
    }

    private void end(ChannelHandlerContext ctx, NoLinkException cause) {
        done = true;
        answer.tryFailure(cause);
        ctx.close();
    }
}

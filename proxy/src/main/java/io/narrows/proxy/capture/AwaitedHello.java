package io.narrows.proxy.capture;

import io.narrows.proxy.tls.BadClientHelloException;
import io.narrows.proxy.tls.ClientHello;
import io.narrows.proxy.tls.ClientHelloReader;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Reads the ClientHello that follows a protocol's request for TLS. Its bytes are passed on, for the handshake. */
final class AwaitedHello extends ChannelInboundHandlerAdapter {
    private static final long TIMEOUT_SECONDS = 10;

    /** The end of the wait; exactly one event comes, unless the connection ends first by a reset. */
    interface Events {
        /** Reports the ClientHello, whose bytes have all been passed on. */
        void received(ClientHello hello);

        /** Reports anything else. The callee closes the connection. */
        void refused(String detail);
    }

    private final Events events;
    private final ClientHelloReader reader = new ClientHelloReader();
    private boolean done;
    private @Nullable ScheduledFuture<?> timeout;

    AwaitedHello(Events events) {
        this.events = events;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        timeout = ctx.executor()
                .schedule(
                        () -> refuse("no ClientHello within " + TIMEOUT_SECONDS + " s after the request for TLS"),
                        TIMEOUT_SECONDS,
                        TimeUnit.SECONDS);
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (done) {
            ctx.fireChannelRead(message);
            return;
        }
        ByteBuf bytes = (ByteBuf) message;
        try {
            Optional<ClientHello> hello = reader.read(bytes);
            ctx.fireChannelRead(bytes);
            if (hello.isPresent()) {
                done = true;
                ctx.channel().config().setAutoRead(false);
                ctx.pipeline().remove(this);
                events.received(hello.get());
            }
        } catch (BadClientHelloException e) {
            bytes.release();
            refuse(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent) {
            refuse("the connection ended before its ClientHello");
        } else {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        done = true;
        if (timeout != null) {
            timeout.cancel(false);
        }
    }

    private void refuse(String detail) {
        if (!done) {
            done = true;
            events.refused(detail);
        }
    }
}

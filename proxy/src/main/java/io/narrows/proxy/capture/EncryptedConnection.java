package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.config.PeerId;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.tls.BadClientHelloException;
import io.narrows.proxy.tls.ClientHello;
import io.narrows.proxy.tls.ClientHelloReader;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the ClientHello of a captured connection, of whose TLS nothing is answered yet. Its bytes stay as they came: they are
 * for the handshake on this side, or without a link for the peer's database.
 */
final class EncryptedConnection extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = LoggerFactory.getLogger(EncryptedConnection.class);
    private static final long HELLO_TIMEOUT_SECONDS = 10;

    private final CaptureEnvironment environment;
    private final HostPort capture;
    private final PeerId peer;
    private final Consumer<ClientHello> next;
    private final ClientHelloReader reader = new ClientHelloReader();
    private final Deque<Object> early = new ArrayDeque<>();
    private boolean decided;
    private @Nullable ScheduledFuture<?> timeout;

    /**
     * @param capture the address that accepted the connection, for the log
     * @param next takes the connection over; it adds a handler that receives the bytes
     */
    EncryptedConnection(CaptureEnvironment environment, HostPort capture, PeerId peer, Consumer<ClientHello> next) {
        this.environment = environment;
        this.capture = capture;
        this.peer = peer;
        this.next = next;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        timeout = ctx.executor()
                .schedule(
                        () -> refuse(ctx, "no complete ClientHello within " + HELLO_TIMEOUT_SECONDS + " s"),
                        HELLO_TIMEOUT_SECONDS,
                        TimeUnit.SECONDS);
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        early.add(message);
        if (decided) {
            return;
        }
        try {
            Optional<ClientHello> hello = reader.read((ByteBuf) message);
            if (hello.isPresent()) {
                decided = true;
                ctx.channel().config().setAutoRead(false);
                next.accept(hello.get());
                handOver(ctx);
            }
        } catch (BadClientHelloException e) {
            refuse(ctx, e.getMessage());
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent && !decided) {
            if (reader.isEmpty()) {
                ctx.close(); // a check of the port
            } else {
                refuse(ctx, "the connection ended within its ClientHello");
            }
        } else {
            early.add(event);
        }
    }

    /** Passes on what arrived, in its order. */
    private void handOver(ChannelHandlerContext ctx) {
        for (Object kept = early.poll(); kept != null; kept = early.poll()) {
            if (kept instanceof ByteBuf) {
                ctx.fireChannelRead(kept);
            } else {
                ctx.fireUserEventTriggered(kept);
            }
        }
        if (!ctx.isRemoved()) {
            ctx.pipeline().remove(this);
        }
    }

    private void refuse(ChannelHandlerContext ctx, @Nullable String detail) {
        if (decided) {
            return;
        }
        decided = true;
        String text = ctx.channel().remoteAddress() + ": " + detail;
        environment.links().events().failure(peer, Failure.CLIENT_HELLO, text);
        environment
                .links()
                .rateLimitedLog()
                .line(LOG, "connection to a capture with tls refused", peer, Failure.CLIENT_HELLO.label())
                .addKeyValue("capture", capture)
                .addKeyValue("peer", peer)
                .addKeyValue("reason", Failure.CLIENT_HELLO.label())
                .addKeyValue("detail", text)
                .log();
        ctx.close(); // by a reset
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        ctx.close();
    }

    @Override
    public void handlerRemoved(ChannelHandlerContext ctx) {
        if (timeout != null) {
            timeout.cancel(false);
        }
        early.forEach(ReferenceCountUtil::release);
        early.clear();
    }
}

package io.narrows.proxy.capture;

import io.narrows.config.HostPort;
import io.narrows.config.PeerId;
import io.narrows.config.StartTls;
import io.narrows.config.TerminatedTls;
import io.narrows.proxy.link.proto.RequestedTls.Start;
import io.narrows.proxy.meter.Failure;
import io.narrows.proxy.starttls.DirectStart;
import io.narrows.proxy.starttls.PostgresPackets;
import io.narrows.proxy.starttls.PostgresStart;
import io.narrows.proxy.starttls.RefusedStartException;
import io.narrows.proxy.starttls.TlsStart;
import io.narrows.proxy.starttls.TlsStartReader;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.util.concurrent.ScheduledFuture;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads how a captured connection begins TLS, of which nothing is answered yet. Its bytes stay as they came: they are for the
 * handshake on this side, or without a link for the peer's database. They are copied, because a read buffer with a single byte
 * has the size of the largest read, and a ClientHello may arrive byte by byte.
 */
final class EncryptedConnection extends ChannelInboundHandlerAdapter {
    private static final long START_TIMEOUT_SECONDS = 10;

    private final RefusedStarts refusals;
    private final TlsStartReader reader;
    private final Consumer<TlsStart> next;
    private final Deque<Object> events = new ArrayDeque<>();
    private @Nullable ByteBuf early;
    private boolean decided;
    private @Nullable ScheduledFuture<?> timeout;

    private EncryptedConnection(RefusedStarts refusals, TlsStartReader reader, Consumer<TlsStart> next) {
        this.refusals = refusals;
        this.reader = reader;
        this.next = next;
    }

    /**
     * Finds out how a connection begins TLS.
     *
     * @param capture the address that accepted the connection, for the log
     * @param tls of the capture
     * @param next takes the connection over; it adds a handler that receives the bytes
     */
    static void await(
            CaptureEnvironment environment,
            Channel captured,
            HostPort capture,
            PeerId peer,
            TerminatedTls tls,
            Consumer<EndedTls> next) {
        Optional<StartTls> protocol = tls.startTls();
        if (protocol.equals(Optional.of(StartTls.MYSQL))) {
            next.accept(EndedTls.afterGreeting(tls, Start.MYSQL));
            return;
        }
        if (protocol.equals(Optional.of(StartTls.NATS))) {
            next.accept(EndedTls.afterGreeting(tls, Start.NATS));
            return;
        }
        captured.pipeline()
                .addLast(
                        "tls-start",
                        new EncryptedConnection(
                                new RefusedStarts(environment, capture, peer),
                                protocol.isPresent() ? new PostgresStart() : new DirectStart(),
                                request -> next.accept(EndedTls.after(request, tls))));
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        timeout = ctx.executor()
                .schedule(
                        () -> refuse(ctx, "TLS did not begin within " + START_TIMEOUT_SECONDS + " s"),
                        START_TIMEOUT_SECONDS,
                        TimeUnit.SECONDS);
        ctx.channel().config().setAutoRead(true);
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        try {
            keep(ctx, bytes);
            if (!decided) {
                reader.read(bytes).ifPresent(request -> requested(ctx, request));
            }
        } catch (RefusedStartException e) {
            refuse(ctx, e.failure(), String.valueOf(e.getMessage()), e.answer());
        } finally {
            bytes.release();
        }
    }

    private void keep(ChannelHandlerContext ctx, ByteBuf bytes) {
        if (early == null) {
            early = ctx.alloc().directBuffer(bytes.readableBytes());
        }
        early.writeBytes(bytes, bytes.readerIndex(), bytes.readableBytes());
    }

    private void requested(ChannelHandlerContext ctx, TlsStart request) {
        if (request instanceof TlsStart.GssEncRequest) {
            dropEarly(); // answered, so no longer for anyone else
            ctx.writeAndFlush(Unpooled.wrappedBuffer(PostgresPackets.no()));
            return;
        }
        decided = true;
        ctx.channel().config().setAutoRead(false);
        next.accept(request);
        handOver(ctx, request);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof ChannelInputShutdownEvent && !decided) {
            if (reader.isEmpty()) {
                ctx.close(); // a check of the port
            } else {
                refuse(ctx, "the connection ended before its TLS began");
            }
        } else {
            events.add(event);
        }
    }

    /** Passes on what arrived, in its order. */
    private void handOver(ChannelHandlerContext ctx, TlsStart request) {
        ByteBuf kept = early;
        early = null;
        if (kept != null) {
            ctx.fireChannelRead(kept);
        }
        for (Object event = events.poll(); event != null; event = events.poll()) {
            ctx.fireUserEventTriggered(event);
        }
        if (ctx.isRemoved()) {
            return;
        }
        if (request instanceof TlsStart.SslRequest) {
            ctx.pipeline().replace(this, UnansweredRequest.NAME, new UnansweredRequest(refusals));
        } else {
            ctx.pipeline().remove(this);
        }
    }

    private void refuse(ChannelHandlerContext ctx, String detail) {
        refuse(ctx, Failure.CLIENT_HELLO, detail, new byte[0]);
    }

    private void refuse(ChannelHandlerContext ctx, Failure failure, String detail, byte[] answer) {
        if (!decided) {
            decided = true;
            refusals.report(ctx.channel(), failure, detail);
            LastWords.close(ctx, answer);
        }
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
        dropEarly();
    }

    private void dropEarly() {
        if (early != null) {
            early.release();
            early = null;
        }
    }
}

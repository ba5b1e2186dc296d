package io.narrows.proxy.capture;

import io.narrows.proxy.transport.BrokenConnection;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import io.netty.handler.codec.DecoderException;
import io.netty.handler.ssl.SslCloseCompletionEvent;
import io.netty.handler.ssl.SslCompletionEvent;
import io.netty.handler.ssl.SslHandler;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Translates the end of a connection with TLS into that of one without, for the tunnel behind it: a close_notify is the end of
 * the input, a FIN without one is a truncation, and a reset sends no close_notify, which would look like a clean end.
 *
 * <pre>
 *  socket                    SslHandler    TlsEnds          Tunnel
 *     close_notify   ------------------------- input shut ---->
 *     FIN after it   ------------------------- X
 *     FIN without it ------------------------- inactive ------>
 *     reset, FIN     <-------------------------- close --------
 * </pre>
 */
final class TlsEnds extends ChannelDuplexHandler {
    private static final Logger LOG = LoggerFactory.getLogger(TlsEnds.class);

    private final SslHandler tls;
    private final Consumer<Throwable> broken;
    private boolean ended;
    private boolean reported;

    private TlsEnds(SslHandler tls, Consumer<Throwable> broken) {
        this.tls = tls;
        this.broken = broken;
    }

    /**
     * Puts TLS between a socket and its tunnel.
     *
     * @param tunnel the handler of the tunnel, in the channel's pipeline
     * @param broken called with the cause if TLS fails after the handshake; the connection is then reset
     */
    static void insert(Channel channel, SslHandler tls, Tunnel tunnel, Consumer<Throwable> broken) {
        String name = channel.pipeline().context(tunnel).name();
        channel.pipeline().addBefore(name, "tls-ends", new TlsEnds(tls, broken));
        channel.pipeline().addBefore("tls-ends", "tls-records", new JoinedRecords());
        channel.pipeline().addBefore("tls-records", "tls", tls); // last: it begins the handshake at once
    }

    /** Ends this side's direction: sends close_notify after everything that was written. */
    static void endOutput(Channel channel, Runnable then) {
        SslHandler tls = channel.pipeline().get(SslHandler.class);
        if (tls == null || !channel.isActive()) {
            then.run();
        } else {
            tls.closeOutbound().addListener(sent -> then.run());
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslCloseCompletionEvent closed) {
            if (closed.isSuccess() && !ended) {
                ended = true;
                ctx.fireUserEventTriggered(ChannelInputShutdownEvent.INSTANCE);
            }
        } else if (event instanceof ChannelInputShutdownEvent) {
            if (!ended) {
                LOG.atDebug()
                        .addKeyValue("remote", ctx.channel().remoteAddress())
                        .log("connection ended without close_notify; resetting it");
                reset(ctx);
            }
        } else if (!(event instanceof SslCompletionEvent)) {
            ctx.fireUserEventTriggered(event);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        Throwable reason = cause instanceof DecoderException && cause.getCause() != null ? cause.getCause() : cause;
        if (!isOfTls(reason)) {
            ctx.fireExceptionCaught(cause);
            return;
        }
        LOG.atDebug()
                .addKeyValue("remote", ctx.channel().remoteAddress())
                .setCause(reason)
                .log("TLS failed; resetting the connection");
        if (tls.handshakeFuture().isSuccess() && !reported) {
            reported = true;
            broken.accept(reason);
        }
        reset(ctx);
    }

    /**
     * Returns whether the other end's TLS is at fault. The JDK's engine answers some malformed messages with an exception that is no
     * {@link SSLException}, such as that of a cast; those of the handlers behind this one do not come here.
     */
    private static boolean isOfTls(Throwable reason) {
        return reason instanceof SSLException
                || reason instanceof RuntimeException && !BrokenConnection.isToldBy(reason);
    }

    private void reset(ChannelHandlerContext ctx) {
        LocalConnections.resetUnlessClosedCleanly(ctx.channel());
        close(ctx, ctx.newPromise());
    }

    /** Closes the socket past the handler of TLS: where close_notify has its place, {@link #endOutput} has sent it. */
    @Override
    public void close(ChannelHandlerContext ctx, ChannelPromise promise) {
        ChannelHandlerContext socket = ctx.pipeline().context(tls);
        if (socket == null) {
            ctx.close(promise);
        } else {
            socket.close(promise);
        }
    }
}

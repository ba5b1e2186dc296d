package io.narrows.proxy.hub;

import io.narrows.config.HostPort;
import io.narrows.proxy.transport.Sockets;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandler.Sharable;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.ChannelInputShutdownEvent;
import java.util.concurrent.TimeUnit;

/** The hub's local applications: one echoes immediately, one reads rarely, one never. */
final class EchoTargets implements AutoCloseable {
    private static final long SLOW_PERIOD_MILLIS = 3_000;

    private final Channel[] listeners;

    EchoTargets(Sockets sockets) {
        listeners = new Channel[] {
            listen(sockets, HubAddresses.PROMPT, new Echo()),
            listen(sockets, HubAddresses.SLOW, new SlowEcho()),
            listen(sockets, HubAddresses.DEAF, new Deaf()),
        };
    }

    private static Channel listen(Sockets sockets, HostPort address, Deaf application) {
        return sockets.listen(address, channel -> channel.pipeline().addLast(application))
                .syncUninterruptibly()
                .channel();
    }

    @Override
    public void close() {
        for (Channel listener : listeners) {
            listener.close().syncUninterruptibly();
        }
    }

    /** Accepts connections whose auto-read is off, so that they never read. */
    @Sharable
    private static class Deaf extends ChannelInboundHandlerAdapter {
        @Override
        public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
            ctx.close();
        }
    }

    @Sharable
    private static class Echo extends Deaf {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            ctx.channel().config().setAutoRead(true);
        }

        @Override
        public void channelRead(ChannelHandlerContext ctx, Object message) {
            ctx.write(message);
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext ctx) {
            ctx.flush();
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
            if (event instanceof ChannelInputShutdownEvent) {
                ctx.close();
            }
        }
    }

    /** Echoes, but reads only once in a while. */
    @Sharable
    private static final class SlowEcho extends Echo {
        @Override
        public void channelActive(ChannelHandlerContext ctx) {
            readNowAndLater(ctx);
        }

        private static void readNowAndLater(ChannelHandlerContext ctx) {
            if (ctx.channel().isActive()) {
                ctx.read();
                ctx.executor().schedule(() -> readNowAndLater(ctx), SLOW_PERIOD_MILLIS, TimeUnit.MILLISECONDS);
            }
        }
    }
}

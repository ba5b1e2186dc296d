package io.narrows.bench.raft;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** What one member dials to reach another: connections of the first to the second, which may be held, cut or slowed. */
final class Relay {
    /** What becomes of the bytes. */
    enum Mode {
        /** They go on. */
        PASS,
        /** They wait in the kernel, new connections too, and go on later. */
        HOLD,
        /** Connections are closed, and new ones at once. */
        CUT
    }

    private final InetSocketAddress target;
    private final EventLoopGroup loop;
    private final AtomicLong bytes;
    private final Channel server;
    private final Set<Channel> channels = ConcurrentHashMap.newKeySet();
    private volatile Mode mode = Mode.PASS;
    private volatile long delayMicros;

    /** @param loop of one thread, for all relays */
    Relay(InetSocketAddress target, EventLoopGroup loop, AtomicLong bytes) {
        this.target = target;
        this.loop = loop;
        this.bytes = bytes;
        server = new ServerBootstrap()
                .group(loop)
                .channel(NioServerSocketChannel.class)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childHandler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel accepted) {
                        accepted(accepted);
                    }
                })
                .bind("127.0.0.1", 0)
                .syncUninterruptibly()
                .channel();
    }

    InetSocketAddress address() {
        return (InetSocketAddress) server.localAddress();
    }

    void delay(long micros) {
        delayMicros = micros;
    }

    /** Returns when it is so. */
    void mode(Mode next) {
        loop.next()
                .submit(() -> {
                    mode = next;
                    for (Channel channel : channels) {
                        if (next == Mode.CUT) {
                            channel.close();
                        } else {
                            channel.config().setAutoRead(next == Mode.PASS);
                        }
                    }
                })
                .syncUninterruptibly();
    }

    void close() {
        server.close().syncUninterruptibly();
        mode(Mode.CUT);
    }

    private void accepted(Channel accepted) {
        if (mode == Mode.CUT) {
            accepted.close();
            return;
        }
        new Bootstrap()
                .group(loop)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.AUTO_READ, false)
                .handler(new ChannelInitializer<Channel>() {
                    @Override
                    protected void initChannel(Channel dialled) {
                        dialled.pipeline().addLast(new Pump(accepted));
                        accepted.pipeline().addLast(new Pump(dialled));
                    }
                })
                .connect(target)
                .addListener((ChannelFutureListener) connected -> {
                    if (connected.isSuccess() && mode != Mode.CUT && accepted.isActive()) {
                        joined(accepted);
                        joined(connected.channel());
                    } else {
                        accepted.close();
                        connected.channel().close();
                    }
                });
    }

    private void joined(Channel channel) {
        channels.add(channel);
        channel.closeFuture().addListener(closed -> channels.remove(channel));
        channel.config().setAutoRead(mode == Mode.PASS);
    }

    private final class Pump extends ChannelInboundHandlerAdapter {
        private final Channel other;

        Pump(Channel other) {
            this.other = other;
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) {
            bytes.addAndGet(((ByteBuf) message).readableBytes());
            long delay = delayMicros;
            if (delay == 0) {
                other.write(message);
            } else {
                context.executor().schedule(() -> other.writeAndFlush(message), delay, TimeUnit.MICROSECONDS);
            }
        }

        @Override
        public void channelReadComplete(ChannelHandlerContext context) {
            other.flush();
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            other.close();
        }

        @Override
        public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
            context.close();
        }
    }
}

package io.narrows.proxy.service;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.unix.DomainDatagramPacket;
import io.netty.channel.unix.DomainSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A datagram socket in place of systemd's. */
final class NotifyReceiver implements AutoCloseable {
    /** Sent by systemd-notify after each message, to wait until that message was read. */
    private static final String BARRIER = "BARRIER=1";

    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
    private final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
    private final Channel channel;

    /** @param address as in {@code NOTIFY_SOCKET} */
    NotifyReceiver(String address) throws InterruptedException {
        String name = address.startsWith("@") ? "\0" + address.substring(1) : address;
        channel = new Bootstrap()
                .group(group)
                .channel(EpollDomainDatagramChannel.class)
                .handler(new SimpleChannelInboundHandler<DomainDatagramPacket>() {
                    @Override
                    protected void channelRead0(ChannelHandlerContext ctx, DomainDatagramPacket packet) {
                        String message = packet.content().toString(StandardCharsets.UTF_8);
                        if (!message.equals(BARRIER)) {
                            messages.add(message);
                        }
                    }
                })
                .bind(new DomainSocketAddress(name))
                .sync()
                .channel();
    }

    /** Returns the next message; null if there is none. */
    String next() throws InterruptedException {
        return messages.poll(30, TimeUnit.SECONDS);
    }

    @Override
    public void close() {
        channel.close().syncUninterruptibly();
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }
}

package io.narrows.proxy.service;

import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollDomainDatagramChannel;
import io.netty.channel.unix.DomainSocketAddress;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Sends a datagram for each message from a new socket, because the service manager may have restarted after the last
 * one.
 */
final class DatagramNotifySocket implements NotifySocket {
    private static final long LIMIT_SECONDS = 5;

    private final DomainSocketAddress address;
    private final EventLoop loop;

    /** @param loop event loop of epoll */
    DatagramNotifySocket(String address, EventLoop loop) {
        this.address = new DomainSocketAddress(address.startsWith("@") ? "\0" + address.substring(1) : address);
        this.loop = loop;
    }

    @Override
    public void send(String... assignments) throws IOException {
        ChannelFuture connected = new Bootstrap()
                .group(loop)
                .channel(EpollDomainDatagramChannel.class)
                .handler(new ChannelInboundHandlerAdapter())
                .connect(address);
        Channel channel = connected.channel();
        try {
            await(connected);
            byte[] message = String.join("\n", assignments).getBytes(StandardCharsets.UTF_8);
            await(channel.writeAndFlush(Unpooled.wrappedBuffer(message)));
        } finally {
            channel.close();
        }
    }

    private static void await(ChannelFuture sent) throws IOException {
        if (!sent.awaitUninterruptibly(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("not sent within " + LIMIT_SECONDS + " s");
        }
        if (!sent.isSuccess()) {
            throw new IOException(sent.cause().toString(), sent.cause());
        }
    }
}

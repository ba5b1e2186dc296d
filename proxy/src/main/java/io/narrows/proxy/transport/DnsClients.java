package io.narrows.proxy.transport;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.socket.DatagramChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioDatagramChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.channel.uring.IoUringDatagramChannel;
import io.netty.channel.uring.IoUringSocketChannel;
import io.netty.resolver.dns.DnsNameResolverBuilder;
import io.netty.resolver.dns.DnsNameResolverChannelStrategy;

/**
 * Clients of DNS servers on the sidecar's event loops, for records that the system's resolver does not tell, and for their
 * time to live. A truncated answer is asked for again over TCP.
 */
public final class DnsClients {
    private DnsClients() {}

    /** Returns a builder of a client; each question is asked from a new port. */
    public static DnsNameResolverBuilder on(Transport transport, EventLoop loop) {
        ChannelFactory<? extends DatagramChannel> datagrams = switch (transport.kind()) {
            case EPOLL -> EpollDatagramChannel::new;
            case IO_URING -> IoUringDatagramChannel::new;
            case AUTO, NIO -> NioDatagramChannel::new;
        };
        ChannelFactory<? extends SocketChannel> sockets = switch (transport.kind()) {
            case EPOLL -> EpollSocketChannel::new;
            case IO_URING -> IoUringSocketChannel::new;
            case AUTO, NIO -> NioSocketChannel::new;
        };
        ByteBufAllocator allocator = transport.allocator();
        return new DnsNameResolverBuilder(loop)
                .datagramChannelFactory(() -> with(allocator, datagrams.newChannel()))
                .socketChannelFactory(() -> with(allocator, sockets.newChannel()))
                .datagramChannelStrategy(DnsNameResolverChannelStrategy.ChannelPerResolution);
    }

    private static <C extends Channel> C with(ByteBufAllocator allocator, C channel) {
        channel.config().setAllocator(allocator);
        return channel;
    }
}

package io.narrows.proxy.transport;

import io.narrows.config.HostPort;
import io.narrows.config.TransportKind;
import io.narrows.proxy.memory.WaitingBytes;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.EventLoop;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.unix.IntegerUnixChannelOption;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** Opens listening and dialed sockets with the options that carried traffic needs. Safe for use by many threads. */
public final class Sockets {
    /** Water marks in bytes: above the high mark, a channel is not writable and the other side is not read. */
    private static final WriteBufferWaterMark WATER_MARK =
            new WriteBufferWaterMark(WaitingBytes.HIGHEST_MARK / 4, WaitingBytes.HIGHEST_MARK);

    /** Maximum reads of one channel in one pass of its event loop, so that a bulk transfer does not starve others. */
    public static final int READS_PER_PASS = 4;

    private static final int BACKLOG = 1024;

    /** Linux's numbers of {@code IPPROTO_TCP} and {@code TCP_MAXSEG}. */
    private static final IntegerUnixChannelOption TCP_MAXSEG = new IntegerUnixChannelOption("TCP_MAXSEG", 6, 2);

    /** The addresses of a connection. Two connections may have one of them in common. */
    private record Ends(SocketAddress local, SocketAddress remote) {}

    private final Transport transport;
    private final ByteBufAllocator allocator;
    private final IntSupplier readSize;
    private final Map<Ends, Channel> own = new ConcurrentHashMap<>();

    /** The destinations of connections whose source the kernel has not chosen yet, with their number. */
    private final Map<SocketAddress, Integer> dialing = new ConcurrentHashMap<>();

    private volatile int mark;

    /** Creates sockets with large reads. */
    public Sockets(Transport transport) {
        this(transport, transport.allocator(), () -> Transport.READ_SIZE);
    }

    /**
     * @param allocator allocator of the sockets' buffers
     * @param readSize supplies the size of the next read in bytes, at most {@link Transport#READ_SIZE}
     */
    public Sockets(Transport transport, ByteBufAllocator allocator, IntSupplier readSize) {
        this.transport = transport;
        this.allocator = allocator;
        this.readSize = readSize;
    }

    /** Returns whether accepted sockets tell where a redirected connection was going. */
    public boolean readsOriginalDestinations() {
        return transport.kind() == TransportKind.EPOLL;
    }

    /** Returns what the kernel permits this process to do with its sockets. */
    public SocketPrivileges privileges() {
        return transport.privileges();
    }

    /**
     * Marks the packets of sockets that are dialed from now on, if the process is permitted to.
     *
     * @param value the mark; 0 for none
     */
    public void markDialed(int value) {
        mark = value;
    }

    /**
     * Returns whether a connection was dialed here and has not ended. After a reset, the kernel may give its source to another
     * process before the channel has noticed the end, so the kernel is asked too.
     *
     * @param source the address that it comes from
     * @param destination the address that it was made to, before any redirection
     */
    public boolean isOwn(SocketAddress source, SocketAddress destination) {
        Channel dialed = own.get(new Ends(source, destination));
        return dialed != null
                && dialed.isOpen()
                && !TcpInfo.of(dialed).map(TcpInfo::isEnded).orElse(false);
    }

    /**
     * Returns whether a connection to that destination is being dialed here, about which {@link #isOwn} will be right in a moment.
     * One that was accepted may be that connection.
     */
    public boolean isDialing(SocketAddress destination) {
        return dialing.containsKey(destination);
    }

    /** Listens for connections; auto-read of accepted channels is initially off. */
    public ChannelFuture listen(HostPort address, Consumer<Channel> accepted) {
        return server(accepted).bind(new InetSocketAddress(address.host(), address.port()));
    }

    /** Listens for connections to any address that the kernel hands over. Fails without the privilege. */
    public ChannelFuture listenTransparently(HostPort address, Consumer<Channel> accepted) {
        ServerBootstrap server = server(accepted);
        server.option(SocketPrivileges.IP_TRANSPARENT, 1);
        return server.bind(new InetSocketAddress(address.host(), address.port()));
    }

    private ServerBootstrap server(Consumer<Channel> accepted) {
        return new ServerBootstrap()
                .group(transport.group())
                .channelFactory(transport.serverFactory())
                .handler(transport.acceptFailures())
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.AUTO_READ, false)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.SO_KEEPALIVE, true)
                .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .childOption(ChannelOption.ALLOCATOR, allocator)
                .childOption(ChannelOption.MESSAGE_SIZE_ESTIMATOR, PinnedSize.INSTANCE)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .childOption(ChannelOption.RECVBUF_ALLOCATOR, readSizes())
                .childHandler(initializer(accepted));
    }

    /**
     * Resolves the name again and dials its addresses in turn on one event loop, until one accepts. Auto-read of the
     * channel is initially off.
     *
     * @param timeout limit for connecting to all addresses together; the lookup has its own limit
     * @param created called with the channel of each attempt
     */
    public Future<Channel> dial(EventLoop loop, HostPort address, Duration timeout, Consumer<Channel> created) {
        Future<List<InetSocketAddress>> addresses = resolve(loop, address.host(), address.port());
        return Dial.first(addresses, loop, timeout, (at, millis) -> {
            Dialed dialed = new Dialed(at);
            ChannelFuture connecting = client(loop, millis, channel -> {
                        transport.privileges().mark(channel, mark);
                        channel.pipeline().addFirst(dialed);
                        created.accept(channel);
                    })
                    .connect(at);
            connecting.addListener(done -> dialed.learnSource(connecting.channel()));
            return connecting;
        });
    }

    /**
     * Dials an address of this host from the address of another one. Needs {@link SocketPrivileges#mayKeepSource}.
     *
     * @param packetMark routes the answers, which go to the other host's address, back to this socket
     */
    public ChannelFuture dialFrom(
            EventLoop loop,
            InetAddress source,
            InetSocketAddress address,
            int packetMark,
            Duration timeout,
            Consumer<Channel> created) {
        return client(loop, timeout.toMillis(), channel -> {
                    SocketPrivileges.allowForeignAddress(channel);
                    transport.privileges().mark(channel, packetMark);
                    created.accept(channel);
                })
                .connect(address, new InetSocketAddress(source, 0));
    }

    /** Looks up the addresses of a host. */
    public Future<List<InetSocketAddress>> lookUp(EventLoop loop, String host) {
        return resolve(loop, host, 0);
    }

    private Future<List<InetSocketAddress>> resolve(EventLoop loop, String host, int port) {
        return transport.names().getResolver(loop).resolveAll(InetSocketAddress.createUnresolved(host, port));
    }

    /** Remembers both addresses of a connection as soon as the kernel has chosen the source. Used on its event loop. */
    private final class Dialed extends ChannelOutboundHandlerAdapter {
        private final SocketAddress destination;
        private boolean known;

        Dialed(SocketAddress destination) {
            this.destination = destination;
            dialing.merge(destination, 1, Integer::sum);
        }

        @Override
        public void connect(
                ChannelHandlerContext ctx, SocketAddress remote, SocketAddress local, ChannelPromise promise) {
            ctx.connect(remote, local, promise);
            if (readsOriginalDestinations()) { // NIO has no source before the connection is complete
                learnSource(ctx.channel());
            }
            ctx.pipeline().remove(this);
        }

        void learnSource(Channel channel) {
            if (known) {
                return;
            }
            known = true;
            if (channel.isOpen() && channel.localAddress() != null) {
                Ends ends = new Ends(channel.localAddress(), destination);
                own.put(ends, channel);
                channel.closeFuture().addListener(closed -> own.remove(ends, channel));
            }
            dialing.computeIfPresent(destination, (same, count) -> count == 1 ? null : count - 1);
        }
    }

    private Bootstrap client(EventLoop loop, long millis, Consumer<Channel> created) {
        return new Bootstrap()
                .group(loop)
                .channelFactory(transport.socketFactory())
                .option(ChannelOption.AUTO_READ, false)
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.SO_KEEPALIVE, true)
                .option(ChannelOption.ALLOW_HALF_CLOSURE, true)
                .option(ChannelOption.ALLOCATOR, allocator)
                .option(ChannelOption.MESSAGE_SIZE_ESTIMATOR, PinnedSize.INSTANCE)
                .option(ChannelOption.WRITE_BUFFER_WATER_MARK, WATER_MARK)
                .option(ChannelOption.RECVBUF_ALLOCATOR, readSizes())
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) millis)
                .handler(initializer(created))
                .disableResolver();
    }

    /**
     * Limits the TCP segments of a channel that is not connected yet, in both directions. Has no effect with NIO.
     *
     * @param bytes value of {@code TCP_MAXSEG}; 0 for no limit but the route's
     */
    public static void limitSegments(Channel channel, int bytes) {
        if (bytes > 0) {
            channel.config().setOption(TCP_MAXSEG, bytes);
        }
    }

    private ReadSizes readSizes() {
        return new ReadSizes(READS_PER_PASS, readSize);
    }

    private static ChannelInitializer<Channel> initializer(Consumer<Channel> setup) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                setup.accept(channel);
            }
        };
    }
}

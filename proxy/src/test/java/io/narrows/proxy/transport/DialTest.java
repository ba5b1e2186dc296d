package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.HostPort;
import io.narrows.config.TransportKind;
import io.narrows.proxy.support.RefusedPort;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@Tag("long")
final class DialTest {
    private static final Duration LIMIT = Duration.ofSeconds(8);

    private final MultiThreadIoEventLoopGroup group = new MultiThreadIoEventLoopGroup(1, NioIoHandler.newFactory());
    private final List<Long> limits = new CopyOnWriteArrayList<>();

    @AfterEach
    void stop() {
        group.shutdownGracefully(0, 1, TimeUnit.SECONDS).syncUninterruptibly();
    }

    @Test
    void addressThatRefuses_isFollowedByTheNext() throws Exception {
        try (RefusedPort refusing = new RefusedPort();
                ServerSocket alive = listening(50)) {
            Channel channel =
                    dial(List.of(address(refusing), address(alive))).sync().getNow();

            assertThat(channel.remoteAddress()).isEqualTo(address(alive));
        }
    }

    @Test
    void addressThatSwallowsPackets_leavesTimeForTheNext() throws Exception {
        List<Socket> filling = new ArrayList<>();
        try (ServerSocket deaf = listening(1);
                ServerSocket alive = listening(50)) {
            fill(deaf, filling);

            Channel channel =
                    dial(List.of(address(deaf), address(alive))).sync().getNow();

            assertThat(channel.remoteAddress()).isEqualTo(address(alive));
            assertThat(limits.get(0)).isBetween(1L, LIMIT.toMillis() / 2);
        } finally {
            for (Socket socket : filling) {
                socket.close();
            }
        }
    }

    @Test
    void failureNamesAllAddresses() throws Exception {
        try (RefusedPort first = new RefusedPort();
                RefusedPort second = new RefusedPort()) {
            Throwable failure =
                    dial(List.of(address(first), address(second))).await().cause();

            assertThat(failure)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(String.valueOf(first.number()))
                    .hasMessageContaining(String.valueOf(second.number()));
        }
    }

    @Test
    void socketsDialTheAddressesOfAName() throws Exception {
        InetAddress[] addresses = InetAddress.getAllByName("localhost");
        try (Transport transport = new Transport(TransportKind.AUTO, 1);
                ServerSocket server = new ServerSocket(0, 1, addresses[addresses.length - 1])) {
            Channel channel = new Sockets(transport)
                    .dial(
                            transport.loops().get(0),
                            new HostPort("localhost", server.getLocalPort()),
                            LIMIT,
                            created -> {})
                    .sync()
                    .getNow();

            assertThat(channel.remoteAddress()).isEqualTo(address(server));
        }
    }

    private Future<Channel> dial(List<InetSocketAddress> addresses) {
        Promise<Channel> connected = group.next().newPromise();
        Dial.first(addresses, LIMIT, this::connect, connected);
        return connected;
    }

    private ChannelFuture connect(InetSocketAddress address, long millis) {
        limits.add(millis);
        return new Bootstrap()
                .group(group)
                .channel(NioSocketChannel.class)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, (int) millis)
                .handler(new ChannelInboundHandlerAdapter())
                .connect(address);
    }

    /** Fills the backlog of a listener that does not accept, so that the kernel drops the next SYN. */
    private static void fill(ServerSocket deaf, List<Socket> filling) throws IOException {
        try {
            while (true) {
                Socket socket = new Socket();
                filling.add(socket);
                socket.connect(address(deaf), 300);
            }
        } catch (SocketTimeoutException full) {
            assertThat(filling).hasSizeGreaterThan(1);
        }
    }

    private static ServerSocket listening(int backlog) throws IOException {
        return new ServerSocket(0, backlog, InetAddress.getLoopbackAddress());
    }

    private static InetSocketAddress address(ServerSocket server) {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    private static InetSocketAddress address(RefusedPort refusing) {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), refusing.number());
    }
}

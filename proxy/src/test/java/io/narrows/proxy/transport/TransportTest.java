package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.HostPort;
import io.narrows.config.TransportKind;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.uring.IoUring;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TransportTest {
    /** Bytes that the JDK's TLS asks for to write one record. */
    private static final int RECORD_BYTES = 16_709;

    private static final long A_WHILE_MILLIS = 500;

    /** Sockets that a slow machine has not closed by then stay open. */
    private static final Duration LONG = Duration.ofSeconds(30);

    /** A blocked loop delays closing by two seconds; these would take 40 in turn. */
    private static final int LISTENERS = 20;

    private static final long PATIENCE_SECONDS = 20;

    @Test
    void arraysForRecordsOfTls_areUsedAgain() throws Exception {
        try (Transport transport = new Transport(TransportKind.AUTO, 1)) {
            boolean again = transport
                    .loops()
                    .get(0)
                    .submit(() -> arrayOf(transport) == arrayOf(transport))
                    .get();

            assertThat(again).isTrue();
        }
    }

    /** Loops that are to end may leave sockets open, and workers that have ended reject the work of their handlers. */
    @ParameterizedTest
    @EnumSource(
            value = TransportKind.class,
            names = {"EPOLL", "IO_URING", "NIO"})
    @Timeout(60)
    void socketsAreClosedBeforeLoopsAndWorkersEnd(TransportKind kind) throws Exception {
        if (isRefused(kind)) {
            return;
        }
        Transport transport = new Transport(kind, 1, LONG);
        ClosedHandler handler = new ClosedHandler(transport);
        Channel server = new Sockets(transport)
                .listen(new HostPort("127.0.0.1", 0), accepted -> {
                    accepted.pipeline().addLast(handler);
                    handler.connected.complete(null);
                })
                .sync()
                .channel();
        int port = ((InetSocketAddress) server.localAddress()).getPort();
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            handler.connected.get();
            transport.close();

            assertThat(handler.loopsWereEnding).isCompletedWithValue(false);
            assertThat(handler.work).isCompleted();
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    /** Otherwise a loop that has closed its sockets could get an accepted one from another loop. */
    @ParameterizedTest
    @EnumSource(
            value = TransportKind.class,
            names = {"EPOLL", "IO_URING", "NIO"})
    @Timeout(60)
    void listenersAreClosedBeforeSocketsOfOtherLoops(TransportKind kind) throws Exception {
        if (isRefused(kind)) {
            return;
        }
        Transport transport = new Transport(kind, 2, LONG);
        CompletableFuture<Channel> listener = new CompletableFuture<>();
        CompletableFuture<Boolean> listenerWasOpen = new CompletableFuture<>();
        CountDownLatch connected = new CountDownLatch(2);
        Channel server = new Sockets(transport)
                .listen(new HostPort("127.0.0.1", 0), accepted -> {
                    accepted.closeFuture()
                            .addListener(closed ->
                                    listenerWasOpen.complete(listener.join().isOpen()));
                    connected.countDown();
                })
                .sync()
                .channel();
        listener.complete(server);
        int port = ((InetSocketAddress) server.localAddress()).getPort();
        try (Socket one = new Socket(InetAddress.getLoopbackAddress(), port);
                Socket other = new Socket(InetAddress.getLoopbackAddress(), port)) {
            connected.await(); // the loops take sockets in turn
            server.eventLoop().execute(() -> awaitAWhile(listenerWasOpen));

            transport.close();

            assertThat(listenerWasOpen).isCompletedWithValue(false);
            assertThat(one.getInputStream().read()).isEqualTo(-1);
            assertThat(other.getInputStream().read()).isEqualTo(-1);
        }
    }

    /** A container often forbids io_uring; then the transport reports that instead of opening. */
    private static boolean isRefused(TransportKind kind) {
        if (kind != TransportKind.IO_URING || IoUring.isAvailable()) {
            return false;
        }
        assertThatThrownBy(() -> new Transport(kind, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("transport io_uring is not available");
        return true;
    }

    private static void awaitAWhile(CompletableFuture<?> done) {
        try {
            done.get(A_WHILE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException | InterruptedException | ExecutionException e) {
            // goes on
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = TransportKind.class,
            names = {"EPOLL", "NIO"}) // io_uring refuses to open sockets then
    @Timeout(60)
    void socketsThatWorkersOpenWhileOthersAreClosed_areClosedBeforeLoopsEnd(TransportKind kind) throws Exception {
        Transport transport = new Transport(kind, 1, LONG);
        CompletableFuture<Boolean> loopsWereEnding = new CompletableFuture<>();
        CountDownLatch othersAreClosed = new CountDownLatch(1);
        try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            dial(transport, transport.group(), server, othersAreClosed::countDown)
                    .syncUninterruptibly();
            transport.workers().execute(() -> {
                awaitUninterruptibly(othersAreClosed);
                dial(
                                transport,
                                transport.group(),
                                server,
                                () -> loopsWereEnding.complete(transport.group().isShuttingDown()))
                        .awaitUninterruptibly(); // fails if the socket is closed before it is connected
            });

            transport.close();
        }

        assertThat(loopsWereEnding).isCompletedWithValue(false);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** The other sockets do not wait for each listener of a blocked loop in turn. */
    @Test
    @Timeout(60)
    void listenersOfABlockedLoop_delayTheOtherSocketsOnce() throws Exception {
        Transport transport = new Transport(TransportKind.NIO, 2);
        CountDownLatch otherIsClosed = new CountDownLatch(1);
        CompletableFuture<Boolean> otherWasClosed = new CompletableFuture<>();
        EventLoop blocked = transport.loops().get(0);
        try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            for (int i = 0; i < LISTENERS; i++) {
                listen(transport, blocked);
            }
            dial(transport, transport.loops().get(1), server, otherIsClosed::countDown)
                    .syncUninterruptibly();
            blocked.execute(() -> otherWasClosed.complete(isDownSoon(otherIsClosed)));

            transport.close();
        }

        assertThat(otherWasClosed).isCompletedWithValue(true);
    }

    private static void listen(Transport transport, EventLoop loop) {
        new ServerBootstrap()
                .group(loop)
                .channelFactory(transport.serverFactory())
                .childHandler(new ChannelInboundHandlerAdapter())
                .bind(InetAddress.getLoopbackAddress(), 0)
                .syncUninterruptibly();
    }

    /** Waits for less time than the listeners would take in turn. */
    private static boolean isDownSoon(CountDownLatch latch) {
        try {
            return latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** @param onClosed called even if the socket is closed before it is connected */
    private static ChannelFuture dial(
            Transport transport, EventLoopGroup loops, ServerSocket server, Runnable onClosed) {
        ChannelFuture connected = new Bootstrap()
                .group(loops)
                .channelFactory(transport.socketFactory())
                .handler(new ChannelInboundHandlerAdapter())
                .connect(server.getLocalSocketAddress());
        connected.channel().closeFuture().addListener(closed -> onClosed.run());
        return connected;
    }

    private static final class ClosedHandler extends ChannelInboundHandlerAdapter {
        private final CompletableFuture<Void> connected = new CompletableFuture<>();
        private final CompletableFuture<Boolean> loopsWereEnding = new CompletableFuture<>();
        private final CompletableFuture<Void> work = new CompletableFuture<>();
        private final Transport transport;

        ClosedHandler(Transport transport) {
            this.transport = transport;
        }

        @Override
        public void channelInactive(ChannelHandlerContext context) {
            loopsWereEnding.complete(transport.group().isShuttingDown());
            transport.workers().execute(() -> work.complete(null));
        }
    }

    private static byte[] arrayOf(Transport transport) {
        ByteBuf record = transport.allocator().heapBuffer(RECORD_BYTES);
        try {
            return record.array();
        } finally {
            record.release();
        }
    }
}

package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.narrows.config.HostPort;
import io.narrows.config.TransportKind;
import io.netty.bootstrap.Bootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.uring.IoUring;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
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
    @Timeout(30)
    void socketsAreClosedBeforeLoopsAndWorkersEnd(TransportKind kind) throws Exception {
        assumeTrue(kind != TransportKind.IO_URING || IoUring.isAvailable());
        Transport transport = new Transport(kind, 1);
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
    @Timeout(30)
    void listenersAreClosedBeforeSocketsOfOtherLoops(TransportKind kind) throws Exception {
        assumeTrue(kind != TransportKind.IO_URING || IoUring.isAvailable());
        Transport transport = new Transport(kind, 2);
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
    @Timeout(30)
    void socketsThatWorkersOpenWhileOthersAreClosed_areClosedBeforeLoopsEnd(TransportKind kind) throws Exception {
        Transport transport = new Transport(kind, 1);
        CompletableFuture<Boolean> loopsWereEnding = new CompletableFuture<>();
        CountDownLatch othersAreClosed = new CountDownLatch(1);
        try (ServerSocket server = new ServerSocket(0, 2, InetAddress.getLoopbackAddress())) {
            dial(transport, server, othersAreClosed::countDown);
            transport.workers().execute(() -> {
                awaitUninterruptibly(othersAreClosed);
                dial(
                        transport,
                        server,
                        () -> loopsWereEnding.complete(transport.group().isShuttingDown()));
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

    private static void dial(Transport transport, ServerSocket server, Runnable onClosed) {
        new Bootstrap()
                .group(transport.group())
                .channelFactory(transport.socketFactory())
                .handler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelInactive(ChannelHandlerContext context) {
                        onClosed.run();
                    }
                })
                .connect(server.getLocalSocketAddress())
                .syncUninterruptibly();
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

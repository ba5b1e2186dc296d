package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.HostPort;
import io.narrows.config.TransportKind;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class TransportTest {
    /** Bytes that the JDK's TLS asks for to write one record. */
    private static final int RECORD_BYTES = 16_709;

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
            names = {"EPOLL", "NIO"})
    @Timeout(30)
    void socketsAreClosedBeforeLoopsAndWorkersEnd(TransportKind kind) throws Exception {
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

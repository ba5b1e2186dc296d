package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.HostPort;
import io.narrows.config.TransportKind;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class TcpInfoTest {
    private final BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
    private Transport transport;

    @AfterEach
    void close() {
        transport.close();
    }

    @Test
    void of_countsSegmentsAndBytes() throws Exception {
        Channel sender = connection(TransportKind.EPOLL);

        for (int i = 0; i < 5; i++) {
            sender.writeAndFlush(Unpooled.buffer(100).writeZero(100)).sync();
        }
        await().until(() -> info(sender).unacknowledgedSegments() == 0);

        assertThat(info(sender).bytesSent()).isEqualTo(500);
        assertThat(info(sender).dataSegmentsSent()).isEqualTo(5);
        assertThat(info(sender).segmentsSent())
                .as("with SYN and the handshake's ACK")
                .isEqualTo(7);
        assertThat(info(accepted.take()).dataSegmentsReceived()).isEqualTo(5);
    }

    @Test
    void of_showsWhatAShutWindowHoldsBack() throws Exception {
        Channel sender = connection(TransportKind.EPOLL);

        sender.writeAndFlush(Unpooled.buffer(16 << 20).writeZero(16 << 20));

        await().until(() -> info(sender).unsentBytes() > 0
                && info(sender).unacknowledgedSegments() == 0
                && info(sender).backoff() > 0);
        assertThat(info(sender).retransmits()).isZero();
        assertThat(info(sender).silence()).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void of_closedChannel_isEmpty() throws Exception {
        Channel sender = connection(TransportKind.EPOLL);

        sender.close().sync();

        assertThat(TcpInfo.of(sender)).isEmpty();
    }

    @Test
    void of_nio_isEmpty() throws Exception {
        assertThat(TcpInfo.of(connection(TransportKind.NIO))).isEmpty();
    }

    private static TcpInfo info(Channel channel) {
        return TcpInfo.of(channel).orElseThrow();
    }

    /** Returns the dialing end of a connection whose other end does not read. */
    private Channel connection(TransportKind kind) throws InterruptedException {
        transport = new Transport(kind, 1);
        Sockets sockets = new Sockets(transport);
        Channel server = sockets.listen(new HostPort("127.0.0.1", 0), accepted::add)
                .sync()
                .channel();
        int port = ((InetSocketAddress) server.localAddress()).getPort();
        return sockets.dial(
                        transport.loops().get(0),
                        new HostPort("127.0.0.1", port),
                        Duration.ofSeconds(10),
                        channel -> {})
                .sync()
                .getNow();
    }
}

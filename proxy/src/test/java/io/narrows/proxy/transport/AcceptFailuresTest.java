package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.HostPort;
import io.narrows.config.TransportKind;
import io.netty.channel.Channel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class AcceptFailuresTest {
    private final Transport transport = new Transport(TransportKind.AUTO, 1);
    private final BlockingQueue<Channel> accepted = new LinkedBlockingQueue<>();
    private Channel server;

    @BeforeEach
    void listen() {
        server = new Sockets(transport)
                .listen(new HostPort("127.0.0.1", 0), accepted::add)
                .syncUninterruptibly()
                .channel();
    }

    @AfterEach
    void close() {
        transport.close();
    }

    @Test
    void listenerThatCannotAccept_isCountedAndPausesOnce() throws Exception {
        server.eventLoop()
                .submit(() -> {
                    fail();
                    assertThat(server.config().isAutoRead()).isFalse();
                    fail();
                })
                .get();

        assertThat(transport.acceptFailures().count()).isEqualTo(2);
    }

    @Test
    void listenerThatPaused_acceptsAgain() throws Exception {
        server.eventLoop().submit(this::fail).get();

        try (Socket client =
                new Socket(InetAddress.getLoopbackAddress(), ((InetSocketAddress) server.localAddress()).getPort())) {
            assertThat(accepted.poll(20, TimeUnit.SECONDS)).isNotNull();
            assertThat(client.isConnected()).isTrue();
        }
        await().until(() -> server.config().isAutoRead());
    }

    private void fail() {
        server.pipeline().fireExceptionCaught(new IOException("accept(..) failed: Too many open files"));
    }
}

package io.narrows.proxy.transport;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.HostPort;
import io.narrows.config.TransportKind;
import io.narrows.proxy.support.EchoServer;
import io.netty.channel.Channel;
import io.netty.util.concurrent.Future;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class OwnConnectionsTest {
    @AutoClose
    private final Transport transport = new Transport(TransportKind.AUTO, 1);

    private final Sockets sockets = new Sockets(transport);

    @Test
    void acceptedConnection_isOwnOrBeingDialed_fromItsFirstMoment() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            InetSocketAddress destination = (InetSocketAddress) server.getLocalSocketAddress();
            HostPort address = new HostPort("127.0.0.1", server.getLocalPort());
            for (int i = 0; i < 500; i++) {
                Future<Channel> dialed =
                        sockets.dial(transport.loops().get(0), address, Duration.ofSeconds(5), channel -> {});
                try (Socket accepted = server.accept()) {
                    boolean dialing = sockets.isDialing(destination);
                    assertThat(dialing || sockets.isOwn(accepted.getRemoteSocketAddress(), destination))
                            .as("connection %d", i)
                            .isTrue();
                }
                dialed.get().close().sync();
                assertThat(sockets.isDialing(destination)).isFalse();
            }
        }
    }

    @Test
    void dialledConnection_isOwn_untilItIsClosed_butNotOneFromItsPortToAnotherDestination() throws Exception {
        try (EchoServer server = EchoServer.echoing()) {
            Channel dialled = sockets.dial(
                            transport.loops().get(0),
                            new HostPort("127.0.0.1", server.port()),
                            Duration.ofSeconds(5),
                            channel -> {})
                    .get();
            InetSocketAddress source = (InetSocketAddress) dialled.localAddress();
            InetSocketAddress destination = (InetSocketAddress) dialled.remoteAddress();

            await().until(() -> sockets.isOwn(source, destination));
            assertThat(sockets.isOwn(source, new InetSocketAddress("127.0.0.2", server.port())))
                    .isFalse();

            dialled.close().sync();
            await().until(() -> !sockets.isOwn(source, destination));
        }
    }

    @Test
    void resetConnection_isNotOwn_althoughItsChannelIsNotClosedYet() throws Exception {
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            HostPort address = new HostPort("127.0.0.1", server.getLocalPort());
            Channel dialed = sockets.dial(transport.loops().get(0), address, Duration.ofSeconds(5), channel -> {})
                    .get();
            SocketAddress source = dialed.localAddress();
            SocketAddress destination = server.getLocalSocketAddress();
            CountDownLatch released = new CountDownLatch(1);
            Future<Boolean> busy; // so that the channel cannot notice the reset
            try (Socket accepted = server.accept()) {
                await().until(() -> sockets.isOwn(source, destination));
                busy = dialed.eventLoop().submit(() -> released.await(30, SECONDS));
                accepted.setSoLinger(true, 0);
            }
            await().until(() -> !sockets.isOwn(source, destination));
            assertThat(dialed.isOpen()).isTrue();
            assertThat(busy.isDone()).isFalse();

            released.countDown();
            dialed.close().sync();
        }
    }
}

package io.narrows.proxy.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.HostPort;
import io.narrows.config.TransportKind;
import io.narrows.proxy.support.EchoServer;
import io.netty.channel.Channel;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class OwnConnectionsTest {
    @AutoClose
    private final Transport transport = new Transport(TransportKind.AUTO, 1);

    private final Sockets sockets = new Sockets(transport);

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
}

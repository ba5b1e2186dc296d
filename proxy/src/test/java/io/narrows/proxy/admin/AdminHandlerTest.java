package io.narrows.proxy.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.meter.EventMeter;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.DefaultFullHttpRequest;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Requests of one connection, answered in the caller's thread. */
final class AdminHandlerTest {
    private static final String CONFIG = """
            version: 1
            node: {id: a, region: r, zone: z, host: ha}
            link: {listen: 127.0.0.1:1}
            targets: {}
            peers: []
            policy: []
            """;

    private EmbeddedChannel client;

    @BeforeEach
    void connect() throws Exception {
        List<Endpoint> endpoints = List.of(
                Endpoint.get("/fails", request -> {
                    throw new StackOverflowError("no stack in this test");
                }),
                Endpoint.get("/works", request -> Response.json("{}")));
        var config = LinkEnvironments.of(CONFIG, new EventMeter(), Runnable::run, System::nanoTime)
                .live();
        client = new Connection(new AdminHandler(
                endpoints, config::current, Runnable::run, new AdminAccess(Optional.empty()), new AdminConnections()));
    }

    @AfterEach
    void close() {
        client.finishAndReleaseAll();
    }

    @Test
    void endpointThatThrowsAnError_isAnsweredWith500() {
        assertThat(status("/fails")).isEqualTo(500);
    }

    @Test
    void requestBehindOneThatFailed_isAnswered() {
        status("/fails");

        assertThat(status("/works")).isEqualTo(200);
    }

    private int status(String uri) {
        client.writeInbound(new DefaultFullHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.GET, uri));
        FullHttpResponse response = client.readOutbound();
        try {
            return response.status().code();
        } finally {
            response.release();
        }
    }

    /** A channel whose ends have addresses, like those of a socket. */
    private static final class Connection extends EmbeddedChannel {
        Connection(AdminHandler handler) {
            super(handler);
        }

        @Override
        protected SocketAddress localAddress0() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        }

        @Override
        protected SocketAddress remoteAddress0() {
            return localAddress0();
        }
    }
}

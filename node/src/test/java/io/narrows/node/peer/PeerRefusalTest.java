package io.narrows.node.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.NettyServerBuilder;
import io.narrows.node.peer.RefusedException.Reason;
import io.narrows.node.peer.message.Hello;
import io.narrows.node.peer.message.HelloAnswer;
import io.narrows.node.peer.message.HelloRefusal;
import io.narrows.testkit.LoggedEvents;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class PeerRefusalTest {
    @RegisterExtension
    private final LoggedEvents log = LoggedEvents.of(RefusalLog.class);

    private TestMember member;

    @BeforeEach
    void start() throws IOException {
        member = TestMember.start("group");
    }

    @AfterEach
    void stop() {
        member.close();
    }

    private void assertRefused(String peer, Reason reason) {
        assertThatThrownBy(() -> member.ask(peer, "hello").get(20, TimeUnit.SECONDS))
                .cause()
                .isExactlyInstanceOf(NotSentException.class)
                .cause()
                .isInstanceOfSatisfying(
                        RefusedException.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
        assertThat(member.connections.refusal(peer).orElseThrow().reason()).isEqualTo(reason);
    }

    @Test
    void refusesMemberOfAnotherCluster() throws IOException {
        try (TestMember stranger = TestMember.start("other")) {
            assertRefused(stranger.address(), Reason.WRONG_CLUSTER);

            assertThat(stranger.server.lastRefusal().orElseThrow().reason()).isEqualTo(Reason.WRONG_CLUSTER);
        }
    }

    @Test
    void refusesConnectionThatReachesAnotherMember() {
        String otherName = "localhost:" + member.server.boundPort();

        assertRefused(otherName, Reason.WRONG_ADDRESS);

        assertThat(member.server.lastRefusal().orElseThrow().reason()).isEqualTo(Reason.WRONG_ADDRESS);
    }

    @Test
    void refusesUnknownVersionOfTheProtocol() throws IOException {
        try (Socket socket = RawPeer.connect(member)) {
            socket.getOutputStream().write(RawPeer.greeting(2, Hello.getDefaultInstance()));
            HelloAnswer answer = HelloAnswer.parseFrom(RawPeer.readGreeting(socket));

            assertThat(answer.getRefusal().getReason()).isEqualTo(HelloRefusal.Reason.UNKNOWN_VERSION);
            RawPeer.awaitEnd(socket);
        }
    }

    @Test
    void doesNotUseAPeerOfAnUnknownVersion() throws Exception {
        try (RawPeer peer = new RawPeer()) {
            Thread answering = new Thread(() -> {
                try (Socket socket = peer.accept()) {
                    RawPeer.readGreeting(socket);
                    socket.getOutputStream().write(RawPeer.greeting(2, HelloAnswer.getDefaultInstance()));
                    RawPeer.awaitEnd(socket);
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
            answering.start();

            assertRefused(peer.address(), Reason.UNKNOWN_VERSION);
            answering.join();
        }
    }

    @Test
    void recognizesGrpcServerAsAnEarlierStore() throws Exception {
        Server grpc = NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
                .build()
                .start();
        String peer = TestMember.address(grpc.getPort());
        try {
            assertRefused(peer, Reason.EARLIER_STORE);
            assertRefused(peer, Reason.EARLIER_STORE);

            assertThat(log.all()).singleElement().satisfies(event -> {
                assertThat(event.getMessage()).contains("Apache Ratis", "docs/store.md#from-apache-ratis");
                assertThat(event.getKeyValuePairs().toString()).contains(peer);
            });
        } finally {
            grpc.shutdownNow().awaitTermination();
        }
    }

    @Test
    void recognizesGrpcClientAsAnEarlierStore() {
        ManagedChannel grpc = NettyChannelBuilder.forAddress(
                        InetAddress.getLoopbackAddress().getHostAddress(), member.server.boundPort())
                .usePlaintext()
                .build();
        try {
            grpc.getState(true);

            await().until(() -> member.server.lastRefusal().isPresent());
            assertThat(member.server.lastRefusal().orElseThrow().reason()).isEqualTo(Reason.EARLIER_STORE);
            await().until(() -> grpc.getState(false) != ConnectivityState.READY);
        } finally {
            grpc.shutdownNow();
        }
    }

    @Test
    void refusesOtherProtocols() throws IOException {
        try (Socket socket = RawPeer.connect(member)) {
            socket.getOutputStream().write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            RawPeer.awaitEnd(socket);
        }

        assertThat(member.server.lastRefusal().orElseThrow().reason()).isEqualTo(Reason.OTHER_PROTOCOL);
    }
}

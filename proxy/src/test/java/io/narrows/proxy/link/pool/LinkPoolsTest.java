package io.narrows.proxy.link.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.config.TransportKind;
import io.narrows.proxy.link.frame.GreetingEnvelope;
import io.narrows.proxy.link.handshake.LinkHandshakes;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.support.RefusedPort;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LinkPoolsTest {
    @AutoClose
    private final Transport transport = new Transport(TransportKind.AUTO, 1);

    @Test
    void peerThatIsConfigured_isDialed_beforeThePoolsAreTold() throws Exception {
        try (RefusedPort port = new RefusedPort()) {
            LinkPools pools = pools("{id: b, region: r, zone: z, host: hb, link: '127.0.0.1:" + port.number() + "'}");

            assertThat(dialed(pools, "b").cause()).hasMessageContaining("refused");
            assertThat(dialed(pools, "c").cause()).hasMessageContaining("not found yet, or removed");

            pools.close();
            assertThat(dialed(pools, "b").cause()).isNotNull();
        }
    }

    @Test
    void peerThatIsAboutToKnowThisNode_isDialedAgain() throws Exception {
        try (ServerSocket peer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<Void> answers = CompletableFuture.runAsync(() -> {
                answer(
                        peer,
                        Greeting.newBuilder().setRefusal(Refusal.newBuilder().setReason(Refusal.Reason.NOT_YET_KNOWN)));
                answer(peer, Greeting.newBuilder().setHello(FakePeer.hello("b", Codec.NONE)));
            });
            LinkPools pools =
                    pools("{id: b, region: r, zone: z, host: hb, link: '127.0.0.1:" + peer.getLocalPort() + "'}");

            assertThat(dialed(pools, "b").isSuccess()).isTrue();
            answers.join();
        }
    }

    private static void answer(ServerSocket server, Greeting.Builder greeting) {
        try (Socket accepted = server.accept()) {
            accepted.getInputStream().read();
            ByteBuf bytes = GreetingEnvelope.seal(UnpooledByteBufAllocator.DEFAULT, greeting.build());
            bytes.readBytes(accepted.getOutputStream(), bytes.readableBytes());
            bytes.release();
            accepted.shutdownOutput();
            accepted.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Future<Link> dialed(LinkPools pools, String peer) throws InterruptedException, ExecutionException {
        EventLoop loop = transport.loops().get(0);
        return loop.submit(() -> pools.dial(loop, new PeerId(peer))).get().await();
    }

    private LinkPools pools(String peer) throws Exception {
        LinkEnvironment environment =
                LinkEnvironments.of("""
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:1, min-idle: 0}
                targets: {}
                peers: [%s]
                """.formatted(peer), new EventMeter(), Runnable::run, System::nanoTime);
        LinkHandshakes handshakes = new LinkHandshakes(
                environment,
                (link, open) -> {},
                new LinkSecurity(
                        new TlsContexts(TlsContexts.load(Optional.empty(), new PeerId("a"), Instant.EPOCH)),
                        new TlsPeers(Runnable::run),
                        System::nanoTime),
                () -> false,
                "test");
        return new LinkPools(environment, new Sockets(transport), handshakes, transport.loops());
    }
}

package io.narrows.proxy.link.pool;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.codec.Codec;
import io.narrows.config.PeerId;
import io.narrows.config.TransportKind;
import io.narrows.proxy.link.dictionary.SidecarDictionaries;
import io.narrows.proxy.link.frame.GreetingEnvelope;
import io.narrows.proxy.link.handshake.LinkHandshakes;
import io.narrows.proxy.link.handshake.LinkSecurity;
import io.narrows.proxy.link.proto.Greeting;
import io.narrows.proxy.link.proto.Hello;
import io.narrows.proxy.link.proto.Refusal;
import io.narrows.proxy.link.registry.LinkEnvironment;
import io.narrows.proxy.link.session.Link;
import io.narrows.proxy.link.support.DuplexEmbeddedChannel;
import io.narrows.proxy.link.support.FakePeer;
import io.narrows.proxy.link.support.LinkEnvironments;
import io.narrows.proxy.link.support.WireBytes;
import io.narrows.proxy.meter.EventMeter;
import io.narrows.proxy.support.RefusedPort;
import io.narrows.proxy.tls.TlsContexts;
import io.narrows.proxy.tls.TlsPeers;
import io.narrows.proxy.transport.Sockets;
import io.narrows.proxy.transport.Transport;
import io.narrows.unpack.recipe.Recipes;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.ImmediateEventExecutor;
import io.netty.util.concurrent.Promise;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
final class LinkPoolsTest {
    @AutoClose
    private final Transport transport = new Transport(TransportKind.AUTO, 1);

    /** Runs once, before the node makes its next hello. */
    private final AtomicReference<Runnable> beforeHello = new AtomicReference<>(() -> {});

    private final List<FakePeer> peers = new CopyOnWriteArrayList<>();
    private LinkHandshakes handshakes;

    @AfterEach
    void closePeers() throws IOException {
        for (FakePeer peer : peers) {
            peer.close();
        }
    }

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

    @Test
    void peerWithOtherEncodersThanBefore_isDialedAgain_withAllEncoders() throws Exception {
        assertDialedAgainWithAllEncoders(former -> {});
    }

    @Test
    void dialWithAllEncoders_hasThem_thoughAnotherProcessOfThePeerHasSentTheFormerHash() throws Exception {
        assertDialedAgainWithAllEncoders(former -> beforeHello.set(() -> acceptHello(former)));
    }

    /** @param dialing receives the hash that the peer had before, when the peer answers with another one */
    private void assertDialedAgainWithAllEncoders(LongConsumer dialing) throws Exception {
        try (ServerSocket peer = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletableFuture<List<Integer>> encoders = CompletableFuture.supplyAsync(() -> List.of(
                    encodersOfHello(peer, UnaryOperator.identity()),
                    encodersOfHello(peer, hash -> {
                        dialing.accept(hash);
                        return hash + 1;
                    }),
                    encodersOfHello(peer, hash -> hash + 1)));
            EventMeter events = new EventMeter();
            LinkPools pools = pools(
                    "{id: b, region: r, zone: z, host: hb, link: '127.0.0.1:" + peer.getLocalPort() + "'}", events);

            assertThat(dialed(pools, "b").isSuccess()).isTrue();
            assertThat(dialed(pools, "b").isSuccess()).isTrue();

            int all = Recipes.ofThisProcess().encoders().size();
            assertThat(encoders.get(10, TimeUnit.SECONDS)).containsExactly(all, 0, all);
            assertThat(events.failureCounts()).isEmpty();
        }
    }

    /** Accepts a connection of {@code b}, whose hello has a hash of encoders, and ends it. */
    private void acceptHello(long encodersHash) {
        DuplexEmbeddedChannel channel = new DuplexEmbeddedChannel(UnpooledByteBufAllocator.DEFAULT);
        Promise<Link> accepted = ImmediateEventExecutor.INSTANCE.newPromise();
        handshakes.accept(channel, accepted);
        try {
            channel.register();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        Hello.Builder hello = FakePeer.hello("b", Codec.NONE).setEncodersHash(encodersHash);
        channel.writeInbound(Unpooled.wrappedBuffer(
                WireBytes.greeting(Greeting.newBuilder().setHello(hello).build())));
        assertThat(accepted.isSuccess()).isTrue();
        channel.finishAndReleaseAll();
    }

    private Recipes recipes() {
        beforeHello.getAndSet(() -> {}).run();
        return Recipes.ofThisProcess();
    }

    /**
     * Accepts a connection, which stays open during the test, answers its hello, and returns the number of encoders in it.
     *
     * @param hash of the own encoders, from that of the hello
     */
    private int encodersOfHello(ServerSocket server, UnaryOperator<Long> hash) {
        try {
            FakePeer accepted = new FakePeer(server.accept());
            peers.add(accepted);
            Hello hello = accepted.readGreeting().getHello();
            accepted.send(FakePeer.hello("b", Codec.NONE)
                    .addEncoders("lz4 1.9 fast 0011223344556677")
                    .setEncodersHash(hash.apply(hello.getEncodersHash())));
            return hello.getEncodersCount();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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
        return pools(peer, new EventMeter());
    }

    private LinkPools pools(String peer, EventMeter events) throws Exception {
        LinkEnvironment environment = LinkEnvironments.of(
                """
                version: 1
                node: {id: a, region: r, zone: z, host: ha}
                link: {listen: 127.0.0.1:1, min-idle: 0}
                targets: {}
                peers: [%s]
                """.formatted(peer), events, Runnable::run, () -> 0, SidecarDictionaries.NONE, this::recipes);
        handshakes = new LinkHandshakes(
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

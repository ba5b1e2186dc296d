package io.narrows.middleware;

import static io.narrows.middleware.Replication.APPEND;
import static io.narrows.middleware.Replication.HEARTBEAT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.grpc.CallOptions;
import io.grpc.ClientInterceptors;
import io.grpc.ConnectivityState;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.narrows.codec.Codec;
import io.narrows.testkit.FreePort;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests that each end learns from the other which encodings it may send. */
class CapabilityTest {
    private static final byte[] MESSAGE = new byte[10_000];

    private final Ends ends = new Ends();
    private final Encodings seen = new Encodings();

    @AfterEach
    void end() throws Exception {
        ends.close();
    }

    @Test
    void firstCall_isAsItIs_andTheNextIsCompressed() throws Exception {
        Server server = ends.start(Ends.far().build().on(Ends.server(seen)));
        ManagedChannel channel = ends.open(Ends.near().build().on(Ends.channel(server)));

        for (int i = 0; i < 3; i++) {
            assertThat(Replication.call(channel, APPEND, MESSAGE)).isEqualTo(MESSAGE);
        }

        assertThat(seen.ofCalls()).containsExactly("identity", "zstd", "zstd");
        assertThat(seen.sizes().get(0)).isEqualTo(10_000);
        assertThat(seen.sizes().get(2)).isLessThan(100);
    }

    @Test
    void classThatThePolicyLeavesAlone_isAsItIs() throws Exception {
        Server server = ends.start(Ends.far().build().on(Ends.server(seen)));
        ManagedChannel channel = ends.open(Ends.near().build().on(Ends.channel(server)));

        Replication.call(channel, HEARTBEAT, MESSAGE);
        Replication.call(channel, HEARTBEAT, MESSAGE);

        assertThat(seen.ofCalls()).containsExactly("identity", "identity");
    }

    @Test
    void plainServer_isCalledAsItIs() throws Exception {
        Server server = ends.start(Ends.server(seen));
        ManagedChannel channel = ends.open(Ends.near().build().on(Ends.channel(server)));

        for (int i = 0; i < 3; i++) {
            assertThat(Replication.call(channel, APPEND, MESSAGE)).isEqualTo(MESSAGE);
        }

        assertThat(seen.ofCalls()).containsOnly("identity");
    }

    @Test
    void plainClient_isAnsweredAsItIs() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Narrows narrows = Ends.far().build();
        narrows.metrics().bindTo(registry);
        Server server = ends.start(narrows.on(Ends.server(seen)));
        ManagedChannel channel = ends.open(Ends.channel(server));

        assertThat(Replication.call(channel, APPEND, MESSAGE)).isEqualTo(MESSAGE);

        assertThat(registry.get("narrows.raw.frames")
                        .tags("reason", "no-common-codec")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void plainClientWithGzip_isUnderstood() throws Exception {
        Server server = ends.start(Ends.far().codecs(Codec.ZSTD).build().on(Ends.server(seen)));
        ManagedChannel channel = ends.open(Ends.channel(server));

        byte[] answer =
                ClientCalls.blockingUnaryCall(channel, APPEND, CallOptions.DEFAULT.withCompression("gzip"), MESSAGE);

        assertThat(answer).isEqualTo(MESSAGE);
        assertThat(seen.ofCalls()).containsExactly("gzip");
    }

    @Test
    void responses_areCompressedForWhomTakesThem() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Narrows narrows = Ends.near().build();
        narrows.metrics().bindTo(registry);
        Server server = ends.start(Ends.far().build().on(Ends.server(seen)));
        ManagedChannel channel = ends.open(narrows.on(Ends.channel(server)));

        Replication.call(channel, APPEND, MESSAGE);

        assertThat(registry.get("narrows.app.bytes")
                        .tags("direction", "received", "codec", "zstd")
                        .functionCounter()
                        .count())
                .isEqualTo(10_005);
        assertThat(registry.get("narrows.wire.bytes")
                        .tags("direction", "received", "codec", "zstd")
                        .functionCounter()
                        .count())
                .isLessThan(100);
    }

    /** The first call after the restart may still have been intended for the old connection. */
    @Test
    void serverThatComesBackWithFewerCodecs_failsNoCall() throws Exception {
        int port = FreePort.next();
        Server newer = ends.start(Ends.far().build().on(Ends.server(seen, port)));
        ManagedChannel channel = ends.open(Ends.near().build().on(Ends.channel(newer)));
        Replication.call(channel, APPEND, MESSAGE);
        Replication.call(channel, APPEND, MESSAGE);
        newer.shutdown().awaitTermination();
        await().until(() -> channel.getState(false) != ConnectivityState.READY);
        Encodings after = new Encodings();
        ends.start(Ends.far().codecs(Codec.LZ4).build().on(Ends.server(after, port)));

        for (int i = 0; i < 4; i++) {
            assertThat(Replication.waiting(channel, APPEND, MESSAGE)).isEqualTo(MESSAGE);
        }

        assertThat(seen.ofCalls()).containsExactly("identity", "zstd");
        assertThat(after.ofCalls()).endsWith("identity", "identity", "identity", "identity");
        assertThat(after.ofCalls().stream().filter("zstd"::equals)).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void serverThatComesBackWithMoreCodecs_isSentThem() throws Exception {
        int port = FreePort.next();
        Server older = ends.start(Ends.server(seen, port));
        ManagedChannel channel = ends.open(Ends.near().build().on(Ends.channel(older)));
        Replication.call(channel, APPEND, MESSAGE);
        Replication.call(channel, APPEND, MESSAGE);
        older.shutdown().awaitTermination();
        await().until(() -> channel.getState(false) != ConnectivityState.READY);
        Encodings after = new Encodings();
        ends.start(Ends.far().build().on(Ends.server(after, port)));

        for (int i = 0; i < 2; i++) {
            Replication.waiting(channel, APPEND, MESSAGE);
        }

        assertThat(seen.ofCalls()).containsOnly("identity");
        assertThat(after.ofCalls()).containsExactly("identity", "zstd");
    }

    @Test
    void callWhoseEncodingIsRefused_isMadeOnceMoreAsItIs_andCounted() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ManagedChannel channel =
                promised(registry, Ends.far().codecs(Codec.LZ4).build().on(Ends.server(seen)));
        Replication.call(channel, APPEND, MESSAGE);

        for (int i = 0; i < 3; i++) {
            assertThat(Replication.call(channel, APPEND, MESSAGE)).isEqualTo(MESSAGE);
        }

        assertThat(seen.ofCalls()).containsExactly("identity", "zstd", "identity", "identity", "identity");
        assertThat(refusals(registry)).isEqualTo(1);
    }

    @Test
    void callRefusedInHeaders_isMadeOnceMore_andHasTheHeadersOfTheSecond() throws Exception {
        Server server = ends.start(
                Ends.far().codecs(Codec.LZ4).build().on(Ends.server(seen)).intercept(new RefusalInHeaders()));
        ManagedChannel channel = promised(new SimpleMeterRegistry(), server);
        Replication.call(channel, APPEND, MESSAGE);
        List<Metadata> received = new CopyOnWriteArrayList<>();

        byte[] answer = Replication.call(
                ClientInterceptors.intercept(channel, new ResponseHeaders(received::add)), APPEND, MESSAGE);

        assertThat(answer).isEqualTo(MESSAGE);
        assertThat(seen.ofCalls()).containsExactly("identity", "zstd", "identity");
        assertThat(received).hasSize(1).noneMatch(headers -> headers.containsKey(RefusalInHeaders.MARK));
    }

    /** Without a list of encodings the server may have run the call, whatever its description. */
    @Test
    void callThatSeemsRefused_isNotMadeAgain_andTheNextAreAsTheyAre() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ManagedChannel channel = promised(registry, Ends.server(seen));
        Replication.call(channel, APPEND, MESSAGE);

        assertThatThrownBy(() -> Replication.call(channel, APPEND, MESSAGE)).hasMessageContaining("UNIMPLEMENTED");
        assertThat(Replication.call(channel, APPEND, MESSAGE)).isEqualTo(MESSAGE);

        assertThat(seen.ofCalls()).containsExactly("identity", "zstd", "identity");
        assertThat(refusals(registry)).isEqualTo(1);
    }

    @Test
    void methodThatAnswersUnimplemented_andNamesTheEncoding_runsOnce() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        Server server = ends.start(Ends.far()
                .build()
                .on(NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                        .addStreamTracerFactory(seen)
                        .addService(Replication.unimplemented(runs, "tables in zstd are not implemented"))));
        ManagedChannel channel = ends.open(Ends.near().build().on(Ends.channel(server)));
        Replication.call(channel, APPEND, MESSAGE);

        assertThatThrownBy(() -> Replication.call(channel, Replication.UNIMPLEMENTED, MESSAGE))
                .hasMessageContaining("tables in zstd");

        assertThat(seen.ofCalls()).containsExactly("identity", "zstd");
        assertThat(runs).hasValue(1);
    }

    @Test
    void callOfManyMessagesWhoseEncodingIsRefused_failsOnce() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        ManagedChannel channel = promised(registry, Ends.server(seen));
        Replication.call(channel, APPEND, MESSAGE);

        assertThatThrownBy(() -> Replication.stream(channel, MESSAGE)).hasMessageContaining("UNIMPLEMENTED");
        assertThat(Replication.stream(channel, MESSAGE)).isEqualTo(MESSAGE);

        assertThat(seen.ofCalls()).containsExactly("identity", "zstd", "identity");
        assertThat(refusals(registry)).isEqualTo(1);
    }

    @Test
    void methodThatTheServerDoesNotHave_isNotARefusal() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Narrows narrows = Ends.near().build();
        narrows.metrics().bindTo(registry);
        Server server = ends.start(Ends.far().build().on(Ends.server(seen)));
        ManagedChannel channel = ends.open(narrows.on(Ends.channel(server)));
        Replication.call(channel, APPEND, MESSAGE);

        assertThatThrownBy(() -> Replication.call(channel, Replication.MISSING, MESSAGE))
                .isInstanceOf(StatusRuntimeException.class)
                .hasMessageContaining("UNIMPLEMENTED");
        Replication.call(channel, APPEND, MESSAGE);

        assertThat(seen.ofCalls()).containsExactly("identity", "zstd", "zstd");
        assertThat(registry.find("narrows.failures").functionCounter()).isNull();
    }

    private ManagedChannel promised(SimpleMeterRegistry registry, NettyServerBuilder server) throws Exception {
        return promised(registry, ends.start(server));
    }

    /** Returns a channel whose client believes that the server accepts zstd. */
    private ManagedChannel promised(SimpleMeterRegistry registry, Server server) {
        Narrows narrows = Ends.near().build();
        narrows.metrics().bindTo(registry);
        return ends.open(narrows.on(Ends.channel(server).intercept(ResponseHeaders.promisingZstd())));
    }

    private static double refusals(SimpleMeterRegistry registry) {
        return registry.get("narrows.failures")
                .tags("peer", "far", "reason", "encoding-refused")
                .functionCounter()
                .count();
    }
}

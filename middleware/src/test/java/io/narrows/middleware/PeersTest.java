package io.narrows.middleware;

import static io.narrows.middleware.Replication.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.stub.ClientCalls;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.narrows.codec.Codec;
import io.narrows.codec.CodecSpec;
import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.Location;
import io.narrows.config.Tier;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests how the remote end of a call is found. */
class PeersTest {
    private static final byte[] MESSAGE = new byte[10_000];

    private final Ends ends = new Ends();
    private final Encodings seen = new Encodings();

    @AfterEach
    void end() throws Exception {
        ends.close();
    }

    @ParameterizedTest
    @CsvSource({
        "10.0.0.2,    db-2",
        "10.9.1.1,    db-3",
        "10.9.7.1,    quiet",
        "10.0.0.9,    db-2",
        "10.1.1.1,    clients",
        "127.0.0.1,   clients",
        "2001:db8::1, unknown",
    })
    void narrowestRangeOfTheFile_isThePlace(String address, String expected) throws Exception {
        Config config = ConfigLoader.parse("narrows.yaml", """
                version: 1
                node: {id: db-1, region: east, zone: east-a, host: h1}
                link: {listen: 127.0.0.1:15000}
                targets: {raft: 127.0.0.1:2380}
                peers:
                  - {id: db-2, region: east, zone: east-b, host: h2, link: 10.0.0.2:15000, addresses: {raft: 10.0.0.9:2380}}
                  - {id: db-3, region: west, zone: west-a, host: h3, link: 127.0.0.1:15003}
                grpc:
                  places:
                    - {addresses: [0.0.0.0/0], name: clients, region: east, zone: east-a, host: any}
                    - {addresses: [10.9.0.0/16], peer: db-3}
                    - {addresses: [10.9.7.0/24], name: quiet, region: west, zone: west-b, host: any}
                """, Path.of(""));
        Remotes remotes = new Remotes(config.node(), Settings.of(config, null).places());

        assertThat(remotes.at(new InetSocketAddress(address, 7070)).name()).hasToString(expected);
    }

    @Test
    void peerThatTheCallNames_goesBeforeTheAddress() throws Exception {
        ManagedChannel channel = toServer(Ends.near().place("beside", Ends.NEAR));
        Replication.call(channel, APPEND, MESSAGE);

        byte[] answer = ClientCalls.blockingUnaryCall(
                channel, APPEND, CallOptions.DEFAULT.withOption(CallPeer.ID, "beside"), MESSAGE);
        Replication.call(channel, APPEND, MESSAGE);

        assertThat(answer).isEqualTo(MESSAGE);
        assertThat(seen.ofCalls()).containsExactly("identity", "identity", "zstd");
    }

    @Test
    void peerThatTheChannelNames_needsNoAddress() throws Exception {
        Narrows narrows = elsewhere("far", Ends.FAR).build();
        Server server = ends.start(Ends.far().build().on(Ends.server(seen)));
        ManagedChannel channel = ends.open(narrows.to("far", Ends.channel(server)));

        Replication.call(channel, APPEND, MESSAGE);
        Replication.call(channel, APPEND, MESSAGE);

        assertThat(seen.ofCalls()).containsExactly("identity", "zstd");
    }

    @Test
    void channelToAPeerThatIsNotThere_isRefused() throws Exception {
        Narrows narrows = Ends.near().build();
        Server server = ends.start(Ends.server(seen));

        assertThatThrownBy(() -> narrows.to("nowhere", Ends.channel(server)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("unknown peer \"nowhere\" (expected: one of far)");
    }

    @Test
    void unknownAddress_getsNothingCompressed_andIsCounted() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Narrows narrows = elsewhere("far", Ends.FAR).build();
        narrows.metrics().bindTo(registry);
        Server server = ends.start(Ends.far().build().on(Ends.server(seen)));
        ManagedChannel channel = ends.open(narrows.on(Ends.channel(server)));

        Replication.call(channel, APPEND, MESSAGE);
        Replication.call(channel, APPEND, MESSAGE);

        assertThat(seen.ofCalls()).containsExactly("identity", "identity");
        assertThat(registry.get("narrows.raw.frames")
                        .tags("peer", "unknown", "reason", "unknown-peer")
                        .functionCounter()
                        .count())
                .isEqualTo(2);
    }

    @Test
    void callerThatNamesItself_isAnsweredByItsPlace() throws Exception {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        Narrows far = Ends.node("far", Ends.FAR, "beside", Ends.FAR)
                .place("near", Ends.NEAR)
                .build();
        far.metrics().bindTo(registry);
        Server server = ends.start(far.on(Ends.server(seen)));
        ManagedChannel channel = ends.open(Ends.near().build().on(Ends.channel(server)));

        Replication.call(channel, APPEND, MESSAGE);

        assertThat(registry.get("narrows.frames")
                        .tags("peer", "near", "direction", "sent", "codec", "zstd")
                        .functionCounter()
                        .count())
                .isEqualTo(1);
    }

    private ManagedChannel toServer(NarrowsBuilder builder) throws Exception {
        Server server = ends.start(Ends.far().build().on(Ends.server(seen)));
        return ends.open(builder.build().on(Ends.channel(server)));
    }

    /** Returns a node that knows the other by name, but not by the addresses of these tests. */
    private static NarrowsBuilder elsewhere(String other, Location at) {
        return Narrows.builder()
                .node("near", Ends.NEAR)
                .place(other, at, "10.0.0.0/8")
                .rule(Tier.CROSS_REGION, CodecSpec.of(Codec.ZSTD));
    }
}

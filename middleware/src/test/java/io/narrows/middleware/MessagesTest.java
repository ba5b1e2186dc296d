package io.narrows.middleware;

import static io.narrows.middleware.Replication.APPEND;
import static io.narrows.middleware.Replication.STREAM;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.narrows.testkit.Seed;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests which messages of a call are compressed, and how they are counted. */
class MessagesTest {
    private static final byte[] LARGE = new byte[10_000];
    private static final byte[] SMALL = new byte[100];

    private final Ends ends = new Ends();
    private final Encodings seen = new Encodings();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private ManagedChannel channel;

    @BeforeEach
    void begin() throws Exception {
        Narrows near = Ends.near().build();
        near.metrics().bindTo(registry);
        Server server = ends.start(Ends.far().build().on(Ends.server(seen)));
        channel = ends.open(near.on(Ends.channel(server)));
        Replication.call(channel, APPEND, SMALL);
    }

    @AfterEach
    void end() throws Exception {
        ends.close();
    }

    @Test
    void smallMessage_isAsItIs() {
        Replication.call(channel, APPEND, SMALL);
        Replication.call(channel, APPEND, LARGE);

        assertThat(seen.sizes().get(1)).isEqualTo(100);
        assertThat(seen.sizes().get(2)).isLessThan(100);
        assertThat(value("narrows_raw_frames_total{peer=\"far\",reason=\"too-small\"}"))
                .isEqualTo(1);
    }

    @Test
    void messagesOfOneStream_areEachDecidedForThemselves() throws Exception {
        CompletableFuture<Integer> answered = new CompletableFuture<>();
        StreamObserver<byte[]> requests =
                ClientCalls.asyncBidiStreamingCall(channel.newCall(STREAM, CallOptions.DEFAULT), counting(answered));
        for (byte[] message : List.of(LARGE, SMALL, LARGE, SMALL)) {
            requests.onNext(message);
        }
        requests.onCompleted();

        assertThat(answered.get(30, TimeUnit.SECONDS)).isEqualTo(20_200);
        assertThat(seen.ofCalls()).endsWith("zstd");
        List<Long> sizes = seen.sizes().subList(1, 5);
        assertThat(sizes.get(0)).isLessThan(100);
        assertThat(sizes.get(1)).isEqualTo(100);
        assertThat(sizes.get(2)).isLessThan(100);
        assertThat(sizes.get(3)).isEqualTo(100);
    }

    @Test
    void methodWhoseMessagesDoNotShrink_isTriedSeldom() {
        byte[] noise = new byte[1_000];
        new Random(Seed.of(MessagesTest.class)).nextBytes(noise);

        for (int i = 0; i < 2 * Gain.PERIOD; i++) {
            Replication.call(channel, APPEND, noise);
        }

        long compressed = seen.sizes().stream().filter(size -> size > 1_000).count();
        assertThat(compressed).isBetween(8L, 10L);
        assertThat(value("narrows_raw_frames_total{peer=\"far\",reason=\"incompressible\"}"))
                .isEqualTo(2 * Gain.PERIOD - compressed);
    }

    @Test
    void methodWhoseMessagesShrinkAgain_isCompressedAgain() {
        byte[] noise = new byte[1_000];
        new Random(1).nextBytes(noise);
        for (int i = 0; i < 8; i++) {
            Replication.call(channel, APPEND, noise);
        }

        for (int i = 0; i < Gain.PERIOD + 10; i++) {
            Replication.call(channel, APPEND, LARGE);
        }

        List<Long> sizes = seen.sizes();
        assertThat(sizes.subList(sizes.size() - 10, sizes.size())).allMatch(size -> size < 100);
    }

    @Test
    void metrics_haveTheNamesAndLabelsOfTheSidecar() {
        Replication.call(channel, APPEND, LARGE);

        String labels = "{class=\"replication\",codec=\"zstd\",direction=\"sent\",peer=\"far\",tier=\"cross-region\"}";
        assertThat(value("narrows_app_bytes_total" + labels)).isEqualTo(10_005);
        assertThat(value("narrows_wire_bytes_total" + labels))
                .isEqualTo(5 + seen.sizes().get(1));
        assertThat(value("narrows_frames_total" + labels)).isEqualTo(1);
        assertThat(value("narrows_baseline_usd_total" + labels))
                .isCloseTo(10_005 * 0.02 / 1e9, withinPercentage(0.001));
        assertThat(value("narrows_codec_cpu_seconds_total" + labels.replace("peer", "op=\"compress\",peer")))
                .isPositive();
        assertThat(value("narrows_cpu_usd_total")).isPositive();
        assertThat(value("narrows_tariff_usd_per_byte{direction=\"sent\",peer=\"far\",tier=\"cross-region\"}"))
                .isEqualTo(0.02 / 1e9);
        assertThat(value("narrows_raw_frames_total{peer=\"far\",reason=\"not-learnt\"}"))
                .isEqualTo(1);
    }

    private double value(String series) {
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no " + series + " in\n" + registry.scrape()));
    }

    private static StreamObserver<byte[]> counting(CompletableFuture<Integer> answered) {
        return new StreamObserver<>() {
            private int bytes;

            @Override
            public void onNext(byte[] message) {
                bytes += message.length;
            }

            @Override
            public void onError(Throwable error) {
                answered.completeExceptionally(error);
            }

            @Override
            public void onCompleted() {
                answered.complete(bytes);
            }
        };
    }
}

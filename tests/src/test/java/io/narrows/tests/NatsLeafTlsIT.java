package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.NatsClient;
import io.narrows.tests.support.NatsServer;
import io.narrows.tests.support.ReplicaPair;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A leaf node of NATS and its hub, which verify each other's certificates, whose TLS the sidecars end and begin. */
class NatsLeafTlsIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final int LEAF_NODES = 7422;
    private static final int MESSAGES = 2_000;
    private static final String BEFORE_THE_OTHER_HAS_STARTED = "reason=\"peer-unreachable\"";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private ReplicaPair pair;

    private Identity ofHub;
    private Identity ofLeaf;

    @BeforeEach
    void startSidecars() throws IOException {
        Certificates certificates = new Certificates(directory.resolve("nats-certificates"));
        ofHub = certificates.node("primary");
        ofLeaf = certificates.node("replica");
        pair = ReplicaPair.startWithTls(
                directory,
                LEAF_NODES,
                Optional.of("nats"),
                certificates.user("leaf"),
                Map.of(ReplicaPair.PRIMARY_AT_REPLICA, certificates.shared(List.of("primary"))));
        pair.replica().resolve("primary", ReplicaPair.PRIMARY_AT_REPLICA);
    }

    @Test
    void everyMessage_arrivesInBothDirections_andLinksCompressThem() throws IOException {
        List<String> orders = messages("order");
        List<String> answers = messages("answer");
        NatsServer hub = NatsServer.start(
                pair.primary(),
                List.of(
                        "listen: \"0.0.0.0:4222\"",
                        "leafnodes { listen: \"127.0.0.1:%d\", no_advertise: true, tls { %s, verify: true } }"
                                .formatted(LEAF_NODES, files(ofHub))));
        try (NatsClient atHub = connect(hub)) {
            NatsServer leaf = NatsServer.start(
                    pair.replica(),
                    List.of(
                            "listen: \"0.0.0.0:4222\"",
                            "leafnodes { remotes: [{ url: \"tls://primary:%d\", tls { %s } }] }"
                                    .formatted(LEAF_NODES, files(ofLeaf))));
            try (NatsClient atLeaf = connect(leaf)) {
                atLeaf.subscribe("orders");
                atHub.subscribe("answers");
                await().atMost(LIMIT).until(() -> hub.leafNodes().contains("\"orders\""));
                await().atMost(LIMIT).until(() -> leaf.leafNodes().contains("\"answers\""));

                for (int i = 0; i < MESSAGES; i++) {
                    atHub.publish("orders", orders.get(i));
                    atLeaf.publish("answers", answers.get(i));
                }

                assertThat(atLeaf.receive(MESSAGES)).isEqualTo(orders);
                assertThat(atHub.receive(MESSAGES)).isEqualTo(answers);
            }
        }
        Metrics metrics = pair.atPrimary().metrics();
        assertThat(metrics.appBytes("replica")).isGreaterThan(bytes(orders) + bytes(answers));
        assertThat(metrics.wireBytes("replica")).isLessThan(metrics.appBytes("replica") / 2);
        for (Metrics either : List.of(metrics, pair.atReplica().metrics())) {
            assertThat(either.appBytesOfClass("encrypted")).isZero();
            assertThat(either.sum("narrows_failures_total"))
                    .isEqualTo(either.sum("narrows_failures_total", BEFORE_THE_OTHER_HAS_STARTED));
        }
    }

    private static List<String> messages(String kind) {
        return IntStream.range(0, MESSAGES)
                .mapToObj(i ->
                        "{\"%s\": %d, \"state\": \"accepted\", \"customer\": %d}".formatted(kind, i, i * 7919L % 1000))
                .toList();
    }

    private static int bytes(List<String> messages) {
        return messages.stream().mapToInt(String::length).sum();
    }

    private static NatsClient connect(NatsServer server) {
        return await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(server::connect, client -> true);
    }

    private static String files(Identity identity) {
        return "cert_file: \"%s\", key_file: \"%s\", ca_file: \"%s\""
                .formatted(identity.cert(), identity.key(), identity.ca());
    }
}

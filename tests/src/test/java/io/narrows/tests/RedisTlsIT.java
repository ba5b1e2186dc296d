package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.RedisServer;
import io.narrows.tests.support.ReplicaPair;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** A Redis primary and its replica that demand certificates of each other, whose TLS the sidecars end and begin. */
class RedisTlsIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private ReplicaPair pair;

    private Identity ofPrimary;
    private Identity ofReplica;

    @BeforeEach
    void startSidecars() throws IOException {
        Certificates certificates = new Certificates(directory.resolve("redis-certificates"));
        ofPrimary = certificates.node("primary");
        ofReplica = certificates.node("replica");
        pair = ReplicaPair.startWithTls(
                directory,
                RedisServer.PORT,
                Optional.empty(),
                ofPrimary,
                Map.of(ReplicaPair.PRIMARY_AT_REPLICA, certificates.shared(List.of("primary"))));
    }

    @Test
    void replica_hasEveryKey_andLinksCompressThem() throws IOException {
        RedisServer primary = RedisServer.primaryWithTls(pair.primary(), ofPrimary);
        primary.write(10_000, 200);
        RedisServer replica = RedisServer.replicaWithTls(pair.replica(), ofReplica, ReplicaPair.PRIMARY_AT_REPLICA);
        await().atMost(LIMIT).until(() -> replica.digest().equals(primary.digest()));

        primary.write(10_000, 300);

        await().atMost(LIMIT).untilAsserted(() -> assertThat(replica.digest()).isEqualTo(primary.digest()));
        assertThat(primary.ask("DBSIZE")).isEqualTo(replica.ask("DBSIZE")).isNotEqualTo("0");
        Metrics metrics = pair.atPrimary().metrics();
        assertThat(metrics.sum("narrows_app_bytes_total", "codec=\"gzip\"")).isGreaterThan(1_000_000);
        assertThat(metrics.wireBytes("replica")).isLessThan(metrics.appBytes("replica") / 2);
        assertThat(metrics.shareOfClass("replication")).isGreaterThan(0.999);
        for (Metrics either : List.of(metrics, pair.atReplica().metrics())) {
            assertThat(either.appBytesOfClass("encrypted")).isZero();
            assertThat(either.sum("narrows_failures_total", "reason=\"database-tls\""))
                    .isZero();
        }
    }
}

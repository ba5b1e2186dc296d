package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.EtcdCluster;
import io.narrows.tests.support.EtcdNode;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.WriteLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Three etcd members that demand certificates of each other, whose TLS the sidecars end and begin. */
class EtcdTlsIT {
    private static final int WRITES = 5_000;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private EtcdCluster cluster;

    /** The clusters, by what the sidecars show to the members beside them. */
    enum Shown {
        SHARED_CERTIFICATE(EtcdCluster::startWithPeerTls),
        MINTED_CERTIFICATES(EtcdCluster::startWithMintedTls);

        private final Start start;

        Shown(Start start) {
            this.start = start;
        }
    }

    private interface Start {
        EtcdCluster in(Path directory) throws IOException;
    }

    @ParameterizedTest
    @EnumSource
    void everyMemberHasEveryWrite_andLinksCompressTheirPlainText(Shown shown) throws IOException {
        cluster = shown.start.in(directory);
        List<Double> failuresBefore = tlsFailures();

        WriteLoad load = WriteLoad.start(WRITES, cluster.members());
        load.join(LIMIT);

        for (EtcdNode member : cluster.members()) {
            await().atMost(LIMIT).until(() -> member.readAll().size() == WRITES);
            assertThat(load.differencesTo(member.readAll())).isEmpty();
        }
        Metrics metrics = cluster.sidecar(0).metrics(); // whichever member leads, every value came or went here
        double appBytes = metrics.appBytesOfClass("replication"); // heartbeats grow with time, and hardly shrink
        assertThat(appBytes).isGreaterThan(WRITES * WriteLoad.MIN_VALUE_BYTES);
        assertThat(metrics.sum("narrows_wire_bytes_total", "class=\"replication\""))
                .isLessThan(appBytes / 2);
        for (Sidecar sidecar : cluster.sidecars()) {
            assertThat(sidecar.metrics().appBytesOfClass("encrypted")).isZero();
        }
        assertThat(tlsFailures()).isEqualTo(failuresBefore);
    }

    /**
     * Returns the failures of the databases' TLS at each sidecar. A member that starts gives up a connection after a second,
     * which may be amid a handshake, so only those of a complete cluster are faults.
     */
    private List<Double> tlsFailures() throws IOException {
        List<Double> failures = new ArrayList<>();
        for (Sidecar sidecar : cluster.sidecars()) {
            Metrics metrics = sidecar.metrics();
            for (String reason : List.of("database-tls", "tls-mismatch", "not-minted", "client-hello")) {
                failures.add(metrics.sum("narrows_failures_total", "reason=\"" + reason + "\""));
            }
        }
        return failures;
    }
}

package io.narrows.tests;

import static io.narrows.tests.support.EtcdCluster.SITES;
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
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Three etcd members that demand certificates of each other, whose TLS the sidecars end and begin. */
class EtcdTlsIT {
    private static final int WRITES = 2_000;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private EtcdCluster cluster;

    @BeforeEach
    void formCluster() throws IOException {
        cluster = EtcdCluster.startWithPeerTls(directory);
    }

    @Test
    void everyMemberHasEveryWrite_andLinksCompressTheirPlainText() throws IOException {
        WriteLoad load = WriteLoad.start(WRITES, cluster.members());
        load.join(LIMIT);

        for (EtcdNode member : cluster.members()) {
            await().atMost(LIMIT).until(() -> member.readAll().size() == WRITES);
            assertThat(load.differencesTo(member.readAll())).isEmpty();
        }
        String peer = SITES.get(2).id();
        Metrics metrics = cluster.sidecar(0).metrics();
        assertThat(metrics.appBytes(peer)).isGreaterThan(WRITES * WriteLoad.MIN_VALUE_BYTES / 3);
        assertThat(metrics.wireBytes(peer)).isLessThan(metrics.appBytes(peer) / 2);
        for (Sidecar sidecar : cluster.sidecars()) {
            assertThat(sidecar.metrics().appBytesOfClass("encrypted")).isZero();
            for (String reason : List.of("database-tls", "tls-mismatch", "client-hello")) {
                assertThat(sidecar.metrics().sum("narrows_failures_total", "reason=\"" + reason + "\""))
                        .isZero();
            }
        }
    }
}

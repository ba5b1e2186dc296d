package io.narrows.tests;

import static io.narrows.tests.support.EtcdCluster.SITES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.EtcdCluster;
import io.narrows.tests.support.EtcdNode;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.WriteLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests three etcd members whose sidecar in the other region dies during writes. */
@ParameterizedClass
@EnumSource
class EtcdClusterIT {
    private static final int WRITES = 5_000;
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @Parameter
    private LinkSecurity security;

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private EtcdCluster cluster;

    @BeforeEach
    void formCluster() throws IOException {
        cluster = EtcdCluster.start(directory, security);
    }

    @Test
    void sidecarKilledDuringWrites_everyMemberHasEveryWrite_wireBytesAreThoseOfTheMetric() throws IOException {
        // The sidecar that dies is db-3's, so clients write to the other two.
        WriteLoad load = WriteLoad.start(WRITES, cluster.members().subList(0, 2));
        await().atMost(LIMIT).until(() -> load.acknowledged() > WRITES / 3);
        cluster.sidecar(2).kill();
        await().atMost(LIMIT).until(() -> load.acknowledged() > WRITES * 2 / 3);
        cluster.sidecar(2).start();
        load.join(LIMIT);

        for (EtcdNode member : cluster.members()) {
            await().atMost(LIMIT).until(() -> member.readAll().size() == WRITES);
            assertThat(load.differencesTo(member.readAll())).isEmpty();
        }
        assertThatWireBytesAreCounted(0, 1);
        assertThatWireBytesAreCounted(1, 0);
    }

    /**
     * Compares bytes between the two nodes whose counters survived the test: the metric of one node, for links opened by
     * either. A handshake of TLS, which is 1 % of the bytes, is counted when it is complete, so the two may differ for a
     * moment.
     */
    private void assertThatWireBytesAreCounted(int node, int peer) throws IOException {
        Sidecar sidecar = cluster.sidecar(node);
        String peerId = SITES.get(peer).id();

        await().atMost(LIMIT)
                .untilAsserted(() -> assertThat(sidecar.metrics().wireBytes(peerId))
                        .isCloseTo(cluster.bytesBetween(node, peer), withinPercentage(1)));
        String[] replication = {"peer=\"" + peerId + "\"", "class=\"replication\""}; // heartbeats grow with time
        Metrics metrics = sidecar.metrics();
        assertThat(metrics.sum("narrows_wire_bytes_total", replication))
                .isLessThan(metrics.sum("narrows_app_bytes_total", replication) / 2);
    }
}

package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.EtcdCluster;
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

/** Tests the classes of traffic between three etcd members, without any class in a configuration. */
class EtcdClassesIT {
    /** More than the 5,000 entries that the leader keeps for followers; a follower that misses more receives a snapshot. */
    private static final int WRITES = 5_500;

    private static final Duration LIMIT = Duration.ofSeconds(120);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private EtcdCluster cluster;

    @BeforeEach
    void formCluster() throws IOException {
        cluster = EtcdCluster.start(directory, LinkSecurity.PLAINTEXT, "--snapshot-count=100");
    }

    @Test
    void memberThatFellBehind_isSentASnapshot_andAllIsCountedByItsClass() throws IOException {
        cluster.member(2).kill();
        WriteLoad load = WriteLoad.start(WRITES, cluster.members().subList(0, 2));
        load.join(LIMIT);
        cluster.member(2).start();
        await().atMost(LIMIT)
                .ignoreExceptionsInstanceOf(IOException.class)
                .until(() -> cluster.member(2).readAll().size() == WRITES);

        assertThat(load.differencesTo(cluster.member(2).readAll())).isEmpty();
        Metrics behind = cluster.sidecar(2).metrics();
        assertThat(behind.appBytesOfClass("bulk")).isGreaterThan(WRITES * WriteLoad.MIN_VALUE_BYTES);
        for (Sidecar sidecar : cluster.sidecars()) {
            assertThat(sidecar.metrics().appBytesOfClass("heartbeat")).isPositive();
        }
        double replicated = cluster.sidecar(0).metrics().appBytesOfClass("replication")
                + cluster.sidecar(1).metrics().appBytesOfClass("replication");
        assertThat(replicated).isGreaterThan(2.0 * WRITES * WriteLoad.MIN_VALUE_BYTES);
    }
}

package io.narrows.tests.soak;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.testkit.Seed;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/**
 * Installs sidecars with {@code fallback: plain} in front of three running applications, in two orders, and removes them. Each
 * host comes before and after each other one. The applications compare every byte, and no connection may be reset.
 * {@code bin/soak rolling} takes random orders.
 */
class RollingInstallationIT {
    private static final int[][] ORDERS = {{0, 1, 2}, {2, 1, 0}};

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private RollingCluster cluster;

    @BeforeEach
    void start() throws IOException {
        cluster = new RollingCluster(directory, new SplittableRandom(Seed.of(RollingInstallationIT.class)));
    }

    @Test
    void orders_compressWhatTheInstalledSidecarsAllow_andLoseNothing() throws IOException {
        for (int[] order : ORDERS) {
            RollingHost first = cluster.hosts().get(order[0]);
            RollingHost second = cluster.hosts().get(order[1]);
            RollingHost third = cluster.hosts().get(order[2]);
            first.install();
            awaitFallback(first, second);
            awaitFallback(first, third);
            second.install();
            awaitCompressed(second, first);
            awaitFallback(second, third);
            assertThat(first.compressed(third) + second.compressed(third)).isZero();
            third.install();
            awaitCompressed(third, first);
            awaitCompressed(third, second);
            // Those that were there before it had sidecars.
            assertThat(second.fallbacks(first) + third.fallbacks(first) + third.fallbacks(second))
                    .isZero();
            if (order == ORDERS[0]) {
                goAndCome(second, third);
            }
            for (RollingHost host : List.of(first, second, third)) {
                host.remove();
            }
            cluster.requireNoFailure();
        }
        assertThat(cluster.leavesNothing()).isTrue();
        assertThat(cluster.stop()).allSatisfy(figures -> assertThat(figures).endsWith("failures: 0"));
    }

    private static void goAndCome(RollingHost host, RollingHost peer) throws IOException {
        host.remove();
        awaitFallback(peer, host);
        host.install();
        awaiting().untilAsserted(() -> {
            double fallbacks = peer.fallbacks(host);
            awaitCompressed(peer, host);
            assertThat(peer.fallbacks(host)).isEqualTo(fallbacks);
        });
    }

    private static void awaitFallback(RollingHost host, RollingHost peer) throws IOException {
        double before = host.fallbacks(peer);
        awaiting().until(() -> host.fallbacks(peer) > before);
    }

    private static void awaitCompressed(RollingHost host, RollingHost peer) throws IOException {
        double before = host.compressed(peer);
        awaiting().until(() -> host.compressed(peer) > before);
    }

    private static ConditionFactory awaiting() {
        return await().atMost(Duration.ofSeconds(60)).pollInterval(Duration.ofMillis(50));
    }
}

package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.config.ConfigException;
import io.narrows.tests.support.Example;
import io.narrows.tests.support.ExampleCluster;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.Sidecar;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs every folder of config/examples except those of {@link QuickStartIT} and {@link StoreIT}, and single nodes with TLS. */
class ExamplesIT {
    /** The folder whose files are of one node each, of different clusters. They are checked by {@code TlsExamplesTest}. */
    private static final String SINGLE_NODES = "tls";

    private static final Duration LIMIT = Duration.ofSeconds(30);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @AutoClose
    private ExampleCluster cluster;

    static List<String> folders() {
        return Example.folders().stream()
                .filter(folder -> !folder.equals(QuickStartIT.EXAMPLES) && !folder.equals(StoreIT.EXAMPLES))
                .filter(folder -> !folder.equals(SINGLE_NODES))
                .toList();
    }

    @ParameterizedTest(name = "examples/{0}")
    @MethodSource("folders")
    void sidecarsStart_findTheOthersOfTheirFolder_andEnd(String folder) throws IOException, ConfigException {
        cluster = ExampleCluster.start(directory, folder);

        for (String id : cluster.ids()) {
            List<String> others =
                    cluster.peersOf(id).stream().filter(cluster.ids()::contains).toList();
            assertThat(others).as("peers of %s", id).hasSize(cluster.ids().size() - 1);
            for (String peer : others) {
                await("link of " + id + " to " + peer).atMost(LIMIT).until(() -> readyLinks(id, peer) > 0);
            }
        }
        assertThat(cluster.ids()).allSatisfy(id -> {
            Sidecar sidecar = cluster.sidecar(id);
            sidecar.terminate();
            assertThat(sidecar.exitCode()).isZero();
        });
    }

    private double readyLinks(String id, String peer) throws IOException {
        Metrics metrics = cluster.sidecar(id).metrics();
        return metrics.sum("narrows_links", "peer=\"" + peer + "\"", "state=\"ready\"");
    }
}

package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.CatalogConnections;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests two sidecars whose short connections begin with what earlier ones taught dense. */
class PrimedIT {
    private static final int BYTES = 20_000;
    private static final int CONNECTIONS = 20;

    private final CatalogConnections connections = new CatalogConnections(BYTES);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void shortConnections_takeLessThanHalfOfTheBytes_onceEarlierOnesHaveEnded(LinkSecurity security)
            throws IOException {
        LinkSecurity.Setup links = security.setup(directory);
        LinkSecurity.Setup primed =
                (config, id) -> links.apply(config.policy("{codec: dense, level: 2, primed: plain}"), id);
        try (SidecarPair pair = SidecarPair.start(directory, primed, primed)) {
            double ofFirst = ofFirst(pair);

            await().atMost(Duration.ofSeconds(60)).until(() -> {
                connections.carry(pair);
                return primedContexts(pair) >= CONNECTIONS;
            });
            double before = sent(pair);
            for (int i = 0; i < CONNECTIONS; i++) {
                connections.carry(pair);
            }

            assertThat(sent(pair) - before).isLessThan(CONNECTIONS * ofFirst / 2);
            for (Metrics metrics :
                    new Metrics[] {pair.near().metrics(), pair.far().metrics()}) {
                assertThat(metrics.sum("narrows_failures_total", "reason=\"corrupt-frame\""))
                        .isZero();
                assertThat(metrics.sum("narrows_failures_total", "reason=\"content-differs\""))
                        .isZero();
                assertThat(metrics.sum("narrows_memory_bytes", "pool=\"history\""))
                        .isPositive();
            }
        }
    }

    /** Returns the bytes of the first connection in dense: on a busy machine, those before may be late, and go in a faster codec. */
    private double ofFirst(SidecarPair pair) {
        return await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> {
                            connections.carry(pair);
                            return sent(pair);
                        },
                        sent -> sent > 0);
    }

    private static double sent(SidecarPair pair) throws IOException {
        return pair.near().metrics().sum("narrows_wire_bytes_total", "codec=\"dense\"", "direction=\"sent\"");
    }

    private static double primedContexts(SidecarPair pair) throws IOException {
        return pair.near().metrics().sum("narrows_primed_contexts_total", "peer=\"far\"");
    }
}

package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Connection;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Metrics;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests two sidecars whose short connections begin with what earlier ones taught dense. */
class PrimedIT {
    private static final int BYTES = 20_000;
    private static final int CONNECTIONS = 20;

    private static final String CATALOG = catalog();

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
            Random random = new Random(3);
            double ofFirst = ofFirst(pair, random);

            await().atMost(Duration.ofSeconds(60)).until(() -> {
                carry(pair, random);
                return primedContexts(pair) >= CONNECTIONS;
            });
            double before = sent(pair);
            for (int i = 0; i < CONNECTIONS; i++) {
                carry(pair, random);
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
    private static double ofFirst(SidecarPair pair, Random random) {
        return await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> {
                            carry(pair, random);
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

    /** Carries one connection with 20 kB from the client to the server, to its end. */
    private static void carry(SidecarPair pair, Random random) throws IOException {
        byte[] bytes = content(random);
        try (Connection connection = pair.connect()) {
            connection.client().getOutputStream().write(bytes);
            connection.client().shutdownOutput();
            assertThat(connection.server().getInputStream().readAllBytes()).isEqualTo(bytes);
            connection.server().shutdownOutput();
            assertThat(connection.client().getInputStream().read()).isEqualTo(-1);
        }
    }

    /** Returns what every connection begins with, such as a catalog, and something of its own. */
    private static byte[] content(Random random) {
        byte[] own = new byte[200];
        random.nextBytes(own);
        return (CATALOG + HexFormat.of().formatHex(own)).getBytes(StandardCharsets.UTF_8);
    }

    private static String catalog() {
        Random random = new Random(8);
        StringBuilder catalog = new StringBuilder();
        while (catalog.length() < BYTES) {
            catalog.append("CREATE TABLE t%x (id bigint, v%x text);\n".formatted(random.nextLong(), random.nextLong()));
        }
        return catalog.toString();
    }
}

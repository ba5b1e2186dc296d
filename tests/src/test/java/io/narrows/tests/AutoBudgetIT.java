package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.testkit.Json;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.RowStream;
import io.narrows.tests.support.SidecarPair;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests a link whose codec needs more processor time than the budget allows. */
class AutoBudgetIT {
    private static final String AUTO = "auto: {candidates: ['zstd:9', 'zstd:1'], cpu-budget: 0.05}";

    /** Several times the budget in processor time, but slow enough for the codec to keep up. */
    private static final int BYTES_PER_SECOND = 4_000_000;

    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @Test
    void link_givesWayToAFasterCandidate_andCarriesItsBytesUnchanged(
            @TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws Exception {
        try (SidecarPair pair = SidecarPair.start(
                        directory,
                        (config, id) -> config.policy("{codec: auto}").key(AUTO),
                        LinkSecurity.PLAINTEXT.setup(directory));
                RowStream rows = new RowStream(pair, BYTES_PER_SECOND)) {
            rows.start();

            await().atMost(PATIENCE).untilAsserted(() -> {
                List<?> choices =
                        (List<?>) Json.object(pair.near().get("/auto").body()).get("choices");
                assertThat(choices)
                        .singleElement()
                        .asString()
                        .startsWith("[far, default, none, 0, 1, ")
                        .contains(", cpu, ");
                assertThat(pair.near().metrics().sum("narrows_auto_switches_total", "reason=\"cpu\""))
                        .isPositive();
            });
        }
    }
}

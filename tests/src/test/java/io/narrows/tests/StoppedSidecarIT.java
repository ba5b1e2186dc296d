package io.narrows.tests;

import static io.narrows.tests.support.Ending.RESET;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Connection;
import io.narrows.tests.support.Ending;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests a sidecar that is paused for a while, like a virtual machine during migration. */
class StoppedSidecarIT {
    private static final Duration STOP = Duration.ofSeconds(8);
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private SidecarPair pair;

    @BeforeEach
    void start(@TempDir(cleanup = CleanupMode.ON_SUCCESS) Path directory) throws IOException {
        LinkSecurity.Setup setup = (config, id) -> config.linkKey("liveness: 5s");
        pair = SidecarPair.start(directory, setup, setup);
    }

    @AfterEach
    void stop() throws IOException {
        pair.close();
    }

    @Test
    void stopThatIsShorterThanTheLiveness_endsNoConnection() throws IOException {
        try (Connection connection = pair.connect()) {
            connection.exchangeBytes();
            reload("liveness: 30s");

            stopFor(STOP);

            connection.exchangeBytes();
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(pair.near().log()).contains("event loop was stalled"));
        }
    }

    @Test
    void stopThatIsLongerThanTheLiveness_endsConnections() throws IOException {
        try (Connection connection = pair.connect()) {
            connection.exchangeBytes();
            reload("liveness: 3s");
            CompletableFuture<Ending> atServer = Ending.ofReading(connection.server());

            pair.near().signal("STOP");

            assertThat(atServer).succeedsWithin(LIMIT).isEqualTo(RESET);
        }
    }

    /** Applies a liveness on both sides, in place of 5 s. */
    private void reload(String liveness) throws IOException {
        for (Sidecar sidecar : new Sidecar[] {pair.near(), pair.far()}) {
            sidecar.reload(sidecar.config().replace("liveness: 5s", liveness));
        }
    }

    private void stopFor(Duration time) {
        pair.near().signal("STOP");
        await().pollDelay(time).atMost(LIMIT).until(() -> true);
        pair.near().signal("CONT");
    }
}

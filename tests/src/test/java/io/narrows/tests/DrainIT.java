package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Connection;
import io.narrows.tests.support.Ending;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests SIGTERM, which orchestrators use to stop a sidecar. */
class DrainIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    /** A sidecar that waited for it would not end within the limit of {@link Sidecar#exitCode}. */
    private static final LinkSecurity.Setup LONG_DRAIN = (config, id) -> config.drain("30m");

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void terminated_finishesWhatRuns_takesNothingNew_exitsCleanly() throws IOException {
        try (SidecarPair pair = SidecarPair.start(LinkSecurity.PLAINTEXT, directory);
                Connection running = pair.connect()) {
            pair.near().terminate();
            await().atMost(LIMIT).until(() -> pair.near().get("/readyz").statusCode() == 503);

            assertThat(isTaken(pair)).isFalse();
            running.client().getOutputStream().write(1);
            assertThat(running.server().getInputStream().read()).isEqualTo(1);
            running.server().getOutputStream().write(2);
            running.server().shutdownOutput();
            running.client().shutdownOutput();
            assertThat(running.client().getInputStream().readAllBytes()).containsExactly(2);
            assertThat(running.server().getInputStream().read()).isEqualTo(-1);
            assertThat(pair.near().exitCode()).isZero();
        }
    }

    @Test
    void terminatedTwice_doesNotWaitForWhatRuns() throws IOException {
        try (SidecarPair pair = SidecarPair.start(directory, LONG_DRAIN, LONG_DRAIN);
                Connection running = pair.connect()) {
            pair.near().terminate();
            await().atMost(LIMIT).until(() -> pair.near().get("/readyz").statusCode() == 503);
            pair.near().terminate();

            assertThat(pair.near().exitCode()).isZero();
            assertThat(Ending.ofReading(running.client())).succeedsWithin(LIMIT).isEqualTo(Ending.RESET);
        }
    }

    @Test
    void terminatedWithoutConnections_exitsAtOnce() throws IOException {
        try (SidecarPair pair = SidecarPair.start(directory, LONG_DRAIN, LONG_DRAIN)) {
            pair.near().terminate();
            pair.far().terminate();

            assertThat(pair.near().exitCode()).isZero();
            assertThat(pair.far().exitCode()).isZero();
        }
    }

    /** Returns whether a new connection gets through to waiting for data. */
    private static boolean isTaken(SidecarPair pair) {
        try (Socket socket = pair.dial()) {
            return socket.getInputStream().read() >= 0;
        } catch (IOException e) {
            return false;
        }
    }
}

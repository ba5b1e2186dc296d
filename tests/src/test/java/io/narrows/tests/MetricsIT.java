package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.tests.support.Command;
import io.narrows.tests.support.Connection;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Validates the metrics page of a sidecar that has carried traffic with Prometheus's own checker. */
class MetricsIT {
    /**
     * A metric in days, because operators plan renewals in days. promtool expects seconds, the unit of
     * narrows_certificate_expiration_timestamp_seconds.
     */
    private static final String IN_DAYS = "narrows_certificate_expires_days";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void promtoolFindsNothing() throws IOException {
        try (SidecarPair pair = SidecarPair.start(LinkSecurity.TLS, directory);
                Connection connection = pair.connect()) {
            connection.client().getOutputStream().write(new byte[100_000]);
            connection.client().shutdownOutput();
            assertThat(connection.server().getInputStream().readAllBytes()).hasSize(100_000);

            String metrics = pair.near().metrics().text();
            Path page = Files.write(
                    directory.resolve("metrics.txt"),
                    metrics.lines().filter(line -> !line.contains(IN_DAYS)).toList());

            assertThat(metrics).contains("narrows_app_bytes_total{", "narrows_wire_bytes_total{");
            assertThat(Command.run(List.of("promtool", "check", "metrics"), page))
                    .isEmpty();
        }
    }
}

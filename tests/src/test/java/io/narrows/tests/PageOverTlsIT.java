package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.browser.Chromium;
import io.narrows.tests.browser.Tab;
import io.narrows.tests.browser.Viewport;
import io.narrows.tests.support.Connection;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Tests the page of a sidecar whose links have TLS: handshakes and records count as wire bytes, and the page shows no key. */
class PageOverTlsIT {
    /**
     * Large enough that the handshakes of links dialed by the far sidecar, which pass no hop, are less than one
     * percent.
     */
    private static final int BYTES = 8_000_000;

    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Percentage ONE_PERCENT = Percentage.withPercentage(1);

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @Test
    void figuresAreThoseOfTheWire_linksAreEncrypted_filesAreNamedOnly() throws IOException {
        try (SidecarPair pair = SidecarPair.start(LinkSecurity.TLS, directory);
                Connection connection = pair.connect();
                Chromium browser = Chromium.start(directory)) {
            connection.carry(noise());

            try (Tab tab = browser.open("http://" + pair.nearAdmin() + "/", Viewport.DESKTOP)) {
                await().atMost(PATIENCE)
                        .until(() -> !tab.text("#traffic-table tbody").isEmpty());
                await().atMost(PATIENCE).untilAsserted(() -> {
                    assertThat(tab.value("#figure-app data")).isEqualTo(BYTES);
                    assertThat(tab.value("#figure-wire data"))
                            .isCloseTo(pair.wire().forwardBytes() + pair.wire().backBytes(), ONE_PERCENT);
                });
                assertThat(tab.texts("#links-table tbody tr"))
                        .isNotEmpty()
                        .allSatisfy(link -> assertThat(link).contains("TLS").doesNotContain("plain"));
                assertThat(tab.texts("#traffic-table tbody tr")).anyMatch(row -> row.contains("control"));
                assertThat(tab.text("#config-text"))
                        .contains("near.key", "near.pem", "ca.pem")
                        .doesNotContain("PRIVATE KEY", "BEGIN");
                assertThat(tab.problems()).isEmpty();
            }
        }
    }

    private static byte[] noise() {
        byte[] bytes = new byte[BYTES];
        new Random(1).nextBytes(bytes);
        return bytes;
    }
}

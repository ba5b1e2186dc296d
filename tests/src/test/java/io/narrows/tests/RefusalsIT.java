package io.narrows.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.narrows.tests.support.Certificates;
import io.narrows.tests.support.Certificates.Identity;
import io.narrows.tests.support.Connection;
import io.narrows.tests.support.Ending;
import io.narrows.tests.support.LinkSecurity;
import io.narrows.tests.support.Sidecar;
import io.narrows.tests.support.SidecarConfig.Site;
import io.narrows.tests.support.SidecarPair;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that only known nodes with their own certificates get links. Refused links are logged and counted, and the sidecar
 * keeps running.
 */
class RefusalsIT {
    private static final Duration LIMIT = Duration.ofMinutes(3);
    private static final LinkSecurity.Setup PLAINTEXT = (config, id) -> config;
    private static final String REFUSED_HELLOS = "narrows_refused_hellos_total";
    private static final String FAILURES = "narrows_failures_total";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path directory;

    @ParameterizedTest
    @CsvSource({"PLAINTEXT, narrows_refused_hellos_total, malformed", "TLS, narrows_failures_total, tls"})
    void strangersBytes(LinkSecurity security, String metric, String reason) throws IOException {
        try (SidecarPair pair = SidecarPair.start(security, directory);
                Socket stranger = new Socket()) {
            stranger.connect(pair.farLinkAddress());
            stranger.getOutputStream().write("GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII));

            assertThat(Ending.ofReading(stranger)).succeedsWithin(LIMIT);
            assertThatRefusalIsTold(pair.far(), metric, "unknown", reason);
            try (Connection connection = pair.connect()) {
                connection.exchangeBytes();
            }
        }
    }

    @Test
    void unknownNode() throws IOException {
        Site unknown = new Site("stranger", "us-east-1", "us-east-1a");
        try (SidecarPair pair = SidecarPair.start(directory, unknown, PLAINTEXT, PLAINTEXT)) {
            assertThatDialingFails(pair);

            assertThatRefusalIsTold(pair.far(), REFUSED_HELLOS, "unknown", "unknown-node");
            assertThatRefusalIsTold(pair.near(), REFUSED_HELLOS, "far", "unknown-node");
            assertThat(pair.far().log()).contains("stranger");
        }
    }

    @Test
    void certificateOfAnotherNode() throws IOException {
        Certificates certificates = new Certificates(directory.resolve("certificates"));
        Identity another = certificates.node("another");
        LinkSecurity.Setup wrong = (config, id) -> config.tls(another);
        LinkSecurity.Setup right = (config, id) -> config.tls(certificates.node(id));

        assertThatThrownBy(() -> SidecarPair.start(directory, wrong, right))
                .hasMessageContaining(another.cert() + ": the certificate names another (expected: near,");
    }

    @Test
    void certificateOfAnotherAuthority() throws IOException {
        Certificates ours = new Certificates(directory.resolve("ours"));
        Certificates theirs = new Certificates(directory.resolve("theirs"));
        LinkSecurity.Setup wrong = (config, id) -> config.tls(theirs.node(id));
        LinkSecurity.Setup right = (config, id) -> config.tls(ours.node(id));
        try (SidecarPair pair = SidecarPair.start(directory, wrong, right)) {
            assertThatDialingFails(pair);

            assertThatRefusalIsTold(pair.far(), FAILURES, "unknown", "tls");
            assertThatRefusalIsTold(pair.near(), FAILURES, "far", "tls");
        }
    }

    /** Certificate files are watched like the configuration; replaced ones take effect without a restart. */
    @Test
    void replacedCertificate_takesEffectWithoutARestart() throws IOException {
        Certificates ours = new Certificates(directory.resolve("ours"));
        Certificates theirs = new Certificates(directory.resolve("theirs"));
        Identity wrongNear = theirs.node("near");
        LinkSecurity.Setup wrong = (config, id) -> config.tls(wrongNear);
        LinkSecurity.Setup right = (config, id) -> config.tls(ours.node(id));
        try (SidecarPair pair = SidecarPair.start(directory, wrong, right)) {
            assertThatDialingFails(pair);
            Identity near = ours.node("near");

            Files.copy(near.ca(), wrongNear.ca(), StandardCopyOption.REPLACE_EXISTING);
            Files.copy(near.cert(), wrongNear.cert(), StandardCopyOption.REPLACE_EXISTING);
            Files.copy(near.key(), wrongNear.key(), StandardCopyOption.REPLACE_EXISTING);

            // A ready link alone proves nothing: one dialed by the far side is ready until that side refuses it.
            await().atMost(LIMIT)
                    .untilAsserted(() -> assertThat(pair.near().log()).contains("peer reached"));
            try (Connection connection = pair.connect()) {
                connection.exchangeBytes();
            }
        }
    }

    private static void assertThatDialingFails(SidecarPair pair) throws IOException {
        try (Socket client = pair.dial()) {
            assertThat(Ending.ofReading(client)).succeedsWithin(LIMIT).isEqualTo(Ending.RESET);
        }
    }

    private static void assertThatRefusalIsTold(Sidecar sidecar, String metric, String peer, String reason) {
        String[] labels = {"peer=\"%s\"".formatted(peer), "reason=\"%s\"".formatted(reason)};
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(sidecar.metrics().sum(metric, labels)).isPositive());
        assertThat(sidecar.log()).contains(labels);
        assertThat(sidecar.isAlive()).isTrue();
    }
}

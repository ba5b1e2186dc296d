package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.PeerId;
import io.narrows.config.TlsFiles;
import io.narrows.testkit.SelfSigned;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CertificateMetricsTest {
    private static final String END = "narrows_certificate_expiration_timestamp_seconds";

    @TempDir
    private Path folder;

    @Test
    void nodeAndAuthorities_endWithTheFirstOfTheirFile() throws Exception {
        SelfSigned own = SelfSigned.of("a", 30, folder);
        SelfSigned other = SelfSigned.of("b", 10, folder);
        TlsContexts contexts = new TlsContexts(load(own, trusting(own, other)));

        GaugeSnapshot family = gauge(collect(contexts, Instant.now()), END);

        assertThat(value(family, "node")).isEqualTo(own.end().getEpochSecond());
        assertThat(value(family, "authority")).isEqualTo(other.end().getEpochSecond());
    }

    @Test
    void filesThatAreTakenLater_count() throws Exception {
        SelfSigned old = SelfSigned.of("a", 1, folder);
        TlsContexts contexts = new TlsContexts(load(old, old.cert()));
        SelfSigned renewed = SelfSigned.of("renewed", 90, folder);

        contexts.adopt(load(renewed, renewed.cert()));

        GaugeSnapshot family = gauge(collect(contexts, Instant.now()), END);
        assertThat(value(family, "node")).isEqualTo(renewed.end().getEpochSecond());
    }

    @Test
    void daysUntilTheEnd_becomeNegative() throws Exception {
        SelfSigned own = SelfSigned.of("a", 30, folder);
        TlsContexts contexts = new TlsContexts(load(own, own.cert()));

        MetricSnapshots early = collect(contexts, own.end().minus(Duration.ofHours(36)));
        MetricSnapshots late = collect(contexts, own.end().plus(Duration.ofHours(12)));

        assertThat(value(gauge(early, "narrows_certificate_expires_days"), "node"))
                .isEqualTo(1.5);
        assertThat(value(gauge(late, "narrows_certificate_expires_days"), "node"))
                .isEqualTo(-0.5);
    }

    @Test
    void noTls_hasNoSample() throws IOException {
        TlsContexts contexts = new TlsContexts(TlsContexts.load(Optional.empty(), new PeerId("a"), Instant.EPOCH));

        assertThat(gauge(collect(contexts, Instant.now()), END).getDataPoints()).isEmpty();
    }

    @Test
    void fileWithoutCertificate_isRefusedByName() throws Exception {
        SelfSigned own = SelfSigned.of("a", 1, folder);
        Path empty = Files.writeString(folder.resolve("empty.pem"), "");

        assertThatThrownBy(() -> load(own, empty))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(empty.toString());
    }

    private Path trusting(SelfSigned first, SelfSigned second) throws IOException {
        return Files.writeString(
                folder.resolve("ca.pem"), Files.readString(first.cert()) + Files.readString(second.cert()));
    }

    private static TlsContexts.Loaded load(SelfSigned own, Path ca) throws IOException {
        String id = own.cert().getFileName().toString().replace(".pem", "");
        return TlsContexts.load(Optional.of(new TlsFiles(own.cert(), own.key(), ca)), new PeerId(id), Instant.now());
    }

    private static MetricSnapshots collect(TlsContexts contexts, Instant now) {
        return new CertificateMetrics(
                        contexts, new DatabaseTls(DatabaseTls.Loaded.NONE), new CertificateRefusals(), () -> now)
                .collect();
    }

    private static GaugeSnapshot gauge(MetricSnapshots families, String name) {
        return families.stream()
                .filter(family -> family.getMetadata().getName().equals(name))
                .map(GaugeSnapshot.class::cast)
                .findFirst()
                .orElseThrow();
    }

    private static double value(GaugeSnapshot family, String role) {
        return family.getDataPoints().stream()
                .filter(point -> role.equals(point.getLabels().get("role")))
                .findFirst()
                .orElseThrow()
                .getValue();
    }
}

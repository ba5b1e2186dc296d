package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.TlsFiles;
import io.narrows.proxy.support.SelfSigned;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class CertificateMetricsTest {
    @TempDir
    private Path folder;

    @Test
    void nodeAndAuthorities_endWithTheFirstOfTheirFile() throws Exception {
        SelfSigned own = SelfSigned.of("a", 30, folder);
        SelfSigned other = SelfSigned.of("b", 10, folder);
        TlsContexts contexts = new TlsContexts(load(own, trusting(own, other)));

        GaugeSnapshot family = (GaugeSnapshot) new CertificateMetrics(contexts).collect();

        assertThat(value(family, "node")).isEqualTo(own.end().getEpochSecond());
        assertThat(value(family, "authority")).isEqualTo(other.end().getEpochSecond());
    }

    @Test
    void filesThatAreTakenLater_count() throws Exception {
        SelfSigned old = SelfSigned.of("a", 1, folder);
        TlsContexts contexts = new TlsContexts(load(old, old.cert()));
        SelfSigned renewed = SelfSigned.of("renewed", 90, folder);

        contexts.adopt(load(renewed, renewed.cert()));

        GaugeSnapshot family = (GaugeSnapshot) new CertificateMetrics(contexts).collect();
        assertThat(value(family, "node")).isEqualTo(renewed.end().getEpochSecond());
    }

    @Test
    void noTls_isNoSample() throws IOException {
        TlsContexts contexts = new TlsContexts(TlsContexts.load(Optional.empty()));

        assertThat(new CertificateMetrics(contexts).collect().getDataPoints()).isEmpty();
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
        return TlsContexts.load(Optional.of(new TlsFiles(own.cert(), own.key(), ca)));
    }

    private static double value(GaugeSnapshot family, String role) {
        return family.getDataPoints().stream()
                .filter(point -> role.equals(point.getLabels().get("role")))
                .findFirst()
                .orElseThrow()
                .getValue();
    }
}

package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.testkit.CertificateTemplate;
import io.narrows.testkit.SelfSigned;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateSummaryTest {
    private static final Instant END = Instant.parse("2027-03-01T10:00:00Z");

    @TempDir
    private Path folder;

    @Test
    void certificate_hasItsNamesAndItsEnd() throws Exception {
        SelfSigned own = SelfSigned.of(
                new CertificateTemplate("db").dns("db.example").ip("10.0.0.2").days(3), folder);

        CertificateSummary summary = CertificateSummary.read(own.cert());

        assertThat(summary.names()).containsExactly("db.example", "10.0.0.2");
        assertThat(summary.subject()).isEqualTo("CN=db");
        assertThat(summary.end()).isEqualTo(own.end());
    }

    @Test
    void names_coverThemselvesAndOneLabelOfAWildcard() {
        CertificateSummary summary = new CertificateSummary("CN=a", List.of("db.Example", "*.zone", "10.0.0.2"), END);

        assertThat(List.of("db.example", "DB.EXAMPLE", "x.zone", "10.0.0.2")).allMatch(summary::covers);
        assertThat(List.of("a", "x.example", "x.y.zone", "zone", ".zone", "10.0.0.3"))
                .noneMatch(summary::covers);
    }

    @Test
    void subject_countsWithoutNames() {
        CertificateSummary summary = new CertificateSummary("CN=node,O=x", List.of(), END);

        assertThat(summary.covers("node")).isTrue();
        assertThat(summary.covers("x")).isFalse();
        assertThat(summary).hasToString("CN=node,O=x, expires 2027-03-01");
    }

    @Test
    void manyNames_areShortened() {
        assertThat(new CertificateSummary("CN=a", List.of("a", "b", "c", "d", "e"), END))
                .hasToString("a, b, c and 2 more, expires 2027-03-01");
        assertThat(new CertificateSummary("CN=a", List.of("a", "b"), END)).hasToString("a and b, expires 2027-03-01");
    }

    @Test
    void fileWithoutACertificate_isAFault() throws Exception {
        Path file = Files.writeString(folder.resolve("key.pem"), "garbage");

        assertThatThrownBy(() -> CertificateSummary.read(file))
                .isInstanceOf(NodeCertificateException.class)
                .hasMessageContaining("no certificate found");
    }
}

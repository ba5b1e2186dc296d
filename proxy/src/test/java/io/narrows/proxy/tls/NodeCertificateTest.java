package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import io.narrows.config.CertificatePattern;
import io.narrows.config.PeerId;
import io.narrows.proxy.tls.CertificateFault.Kind;
import io.narrows.testkit.CertificateTemplate;
import io.narrows.testkit.KeyAlgorithm;
import io.narrows.testkit.SelfSigned;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NodeCertificateTest {
    private static final PeerId A = new PeerId("a");

    @TempDir
    private Path folder;

    @ParameterizedTest
    @EnumSource
    void pairOfEachAlgorithm_hasNoFaults(KeyAlgorithm algorithm) throws Exception {
        SelfSigned own = SelfSigned.of(new CertificateTemplate("a").dns("a").key(algorithm), folder);

        assertThat(faults(own.cert(), own.key())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = KeyAlgorithm.class,
            names = {"EC", "RSA"})
    void keyOfAnotherCertificate_isNamed(KeyAlgorithm algorithm) throws Exception {
        SelfSigned own = SelfSigned.of("a", 1, folder);
        SelfSigned other = SelfSigned.of(new CertificateTemplate("b").key(algorithm), folder);

        assertThat(faults(own.cert(), other.key())).singleElement().satisfies(fault -> {
            assertThat(fault.kind()).isEqualTo(Kind.KEY_MISMATCH);
            assertThat(fault.file()).isEqualTo(other.key());
            assertThat(fault.toString()).contains(own.cert().toString());
        });
    }

    @Test
    void nameAsPeersCheckIt_isRequired() throws Exception {
        SelfSigned spiffe = SelfSigned.of(new CertificateTemplate("s").uri("spiffe://narrows/a"), folder);
        SelfSigned unnamed = SelfSigned.of(new CertificateTemplate("a"), folder);

        assertThat(faults(spiffe.cert(), spiffe.key())).isEmpty();
        assertThat(faults(unnamed.cert(), unnamed.key())).singleElement().satisfies(fault -> {
            assertThat(fault.kind()).isEqualTo(Kind.WRONG_NAME);
            assertThat(fault.detail()).contains("names no node", "expected: a");
        });
    }

    @Test
    void certificateForServersOnly_isRefused() throws Exception {
        SelfSigned own = SelfSigned.of(new CertificateTemplate("a").dns("a").serversOnly(), folder);

        assertThat(faults(own.cert(), own.key()))
                .extracting(CertificateFault::kind)
                .containsExactly(Kind.WRONG_USAGE);
    }

    @Test
    void certificateOutsideItsTime_isRefused() throws Exception {
        SelfSigned own = SelfSigned.of("a", 10, folder);
        NodeCertificate certificate = NodeCertificate.read(own.cert(), own.key());

        assertThat(certificate.faultsOfLinks(A, List.of(), true, own.end().plusSeconds(1)))
                .singleElement()
                .satisfies(fault ->
                        assertThat(fault.toString()).contains(own.cert().toString(), "expired at " + own.end()));
        assertThat(certificate.faultsOfLinks(A, List.of(), true, own.end().minus(Duration.ofDays(11))))
                .extracting(CertificateFault::kind)
                .containsExactly(Kind.NOT_YET_VALID);
        assertThat(certificate.faultsOfLinks(A, List.of(), true, own.end())).isEmpty();
    }

    @Test
    void nameThatPeersAllow_isEnough() throws Exception {
        SelfSigned own = SelfSigned.of(new CertificateTemplate("a").uri("spiffe://example/db/a"), folder);
        NodeCertificate certificate = NodeCertificate.read(own.cert(), own.key());
        CertificatePattern allowed = new CertificatePattern("spiffe://example/db/{id}");

        assertThat(certificate.faultsOfLinks(A, List.of(allowed), false, Instant.now()))
                .isEmpty();
        assertThat(certificate.faultsOfLinks(new PeerId("b"), List.of(allowed), false, Instant.now()))
                .singleElement()
                .satisfies(fault -> assertThat(fault.toString()).contains("expected: spiffe://example/db/b)"));
        assertThat(certificate.faultsOfLinks(A, List.of(allowed), true, Instant.now()))
                .as("listed peers know the id alone")
                .singleElement()
                .satisfies(fault -> assertThat(fault.toString()).contains("expected: a, as a DNS name"));
    }

    @Test
    void allFaultsAreReported() throws Exception {
        SelfSigned own = SelfSigned.of("a", 10, folder);
        SelfSigned other = SelfSigned.of("b", 10, folder);

        assertThat(NodeCertificate.read(own.cert(), other.key())
                        .faultsOfLinks(
                                new PeerId("c"), List.of(), true, own.end().plusSeconds(1)))
                .extracting(CertificateFault::kind)
                .containsExactlyInAnyOrder(Kind.KEY_MISMATCH, Kind.EXPIRED, Kind.WRONG_NAME);
    }

    @Test
    void certificateAndKeyInOneFile_areBothFound() throws Exception {
        SelfSigned own = SelfSigned.of("a", 1, folder);
        Path both = Files.writeString(
                folder.resolve("both.pem"), Files.readString(own.key()) + Files.readString(own.cert()));

        assertThat(faults(both, both)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "garbage",
                "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
                "-----BEGIN CERTIFICATE-----\nAAA\n-----END CERTIFICATE-----\n",
                "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
                "-----BEGIN EC PRIVATE KEY-----\nAAAA\n-----END EC PRIVATE KEY-----\n"
            })
    void garbage_isUnreadableByFile(String content) throws Exception {
        SelfSigned own = SelfSigned.of("a", 1, folder);
        Path garbage = Files.writeString(folder.resolve("garbage.pem"), content);

        assertThatUnreadable(garbage, own.key(), garbage);
        assertThatUnreadable(own.cert(), garbage, garbage);
    }

    private static void assertThatUnreadable(Path cert, Path key, Path file) {
        assertThatThrownBy(() -> NodeCertificate.read(cert, key))
                .hasMessageStartingWith(file + ": ")
                .asInstanceOf(type(NodeCertificateException.class))
                .satisfies(refusal -> assertThat(refusal.faults())
                        .extracting(CertificateFault::kind)
                        .containsExactly(Kind.UNREADABLE));
    }

    private static List<CertificateFault> faults(Path cert, Path key) throws NodeCertificateException {
        return NodeCertificate.read(cert, key).faultsOfLinks(A, List.of(), true, Instant.now());
    }
}

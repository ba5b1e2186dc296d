package io.narrows.node.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

import io.narrows.testkit.FailingLog;
import io.narrows.testkit.LoggedEvents;
import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import javax.net.ssl.X509KeyManager;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.event.Level;

class ApiCertificatesTest {
    @RegisterExtension
    private final LoggedEvents log = LoggedEvents.of(ApiCertificates.class);

    @TempDir
    private Path directory;

    private SelfSigned first;
    private SelfSigned next;
    private ApiTls files;

    @BeforeEach
    void makeCertificates() throws Exception {
        first = SelfSigned.localhost("first", directory);
        next = SelfSigned.localhost("next", directory);
        files = new ApiTls(
                Files.copy(first.cert(), directory.resolve("certificate.pem")),
                Files.copy(first.key(), directory.resolve("key.pem")),
                Optional.empty());
    }

    private static String shown(ApiCertificates certificates) {
        X509KeyManager manager = certificates.identity();
        String alias = manager.chooseServerAlias("EC", null, null);
        return manager.getCertificateChain(alias)[0].getSubjectX500Principal().getName();
    }

    private static void lookUntilQuiet(ApiCertificates certificates) {
        certificates.look();
        certificates.look();
    }

    private static void replace(Path file, Path by) throws IOException {
        Files.copy(by, file, StandardCopyOption.REPLACE_EXISTING);
    }

    @Test
    void keyThatComesAfterItsCertificate_isWaitedFor() throws Exception {
        try (ApiCertificates certificates = new ApiCertificates(files)) {
            replace(files.certificate(), next.cert());
            lookUntilQuiet(certificates);
            String between = shown(certificates);

            replace(files.key(), next.key());
            lookUntilQuiet(certificates);

            assertThat(between).isEqualTo("CN=first");
            assertThat(shown(certificates)).isEqualTo("CN=next");
        }
    }

    @Test
    void filesThatAreStillWritten_areWaitedFor() throws Exception {
        try (ApiCertificates certificates = new ApiCertificates(files)) {
            replace(files.certificate(), next.cert());
            replace(files.key(), next.key());

            certificates.look();
            String atFirst = shown(certificates);
            certificates.look();

            assertThat(atFirst).isEqualTo("CN=first");
            assertThat(shown(certificates)).isEqualTo("CN=next");
        }
    }

    @Test
    void fileThatIsDamagedOrGone_leavesWhatIsInForce() throws Exception {
        try (ApiCertificates certificates = new ApiCertificates(files)) {
            Files.writeString(files.certificate(), "no certificate");
            lookUntilQuiet(certificates);
            Files.delete(files.key());
            lookUntilQuiet(certificates);

            assertThat(shown(certificates)).isEqualTo("CN=first");
        }
    }

    @Test
    void fileThatIsGone_isLoggedOnce_untilItIsBack() throws Exception {
        try (ApiCertificates certificates = new ApiCertificates(files)) {
            Files.delete(files.key());
            lookUntilQuiet(certificates);
            int whileGone = log.all().size();
            Files.copy(first.key(), files.key());
            lookUntilQuiet(certificates);
            Files.delete(files.key());
            lookUntilQuiet(certificates);

            assertThat(whileGone).isOne();
            assertThat(log.all()).hasSize(2);
        }
    }

    @Test
    void certificatesThatCannotBeLoadedForAnError_areLoadedAgain() throws Exception {
        try (FailingLog log = new FailingLog(ApiCertificates.class, Level.INFO);
                ApiCertificates certificates = new ApiCertificates(files)) {
            replace(files.certificate(), next.cert());
            replace(files.key(), next.key());

            certificates.watch();

            await().untilAsserted(() -> assertThat(log.messages())
                    .containsExactly(
                            "certificates for clients reloaded", "{}; retrying", "certificates for clients reloaded"));
        }
    }

    @Test
    void atTheStart_aKeyOfAnotherCertificateIsRefusedByName() throws Exception {
        replace(files.key(), next.key());

        assertThatIOException()
                .isThrownBy(() -> new ApiCertificates(files))
                .withMessageContaining("key.pem: the key does not match the certificate in")
                .withMessageContaining("certificate.pem");
    }

    @Test
    void atTheStart_aFileWithoutACertificateIsRefusedByName() throws Exception {
        Files.writeString(files.certificate(), "");

        assertThatIOException()
                .isThrownBy(() -> new ApiCertificates(files))
                .withMessageContaining("certificate.pem: ")
                .withMessageContaining("expected: ");
    }
}

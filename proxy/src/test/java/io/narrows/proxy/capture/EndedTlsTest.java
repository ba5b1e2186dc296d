package io.narrows.proxy.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.CertificateFiles;
import io.narrows.config.ClientCertificate;
import io.narrows.config.TerminatedTls;
import io.narrows.proxy.link.proto.RequestedTls.Start;
import io.narrows.proxy.tls.ClientHello;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class EndedTlsTest {
    private static final CertificateFiles FILES = new CertificateFiles(Path.of("/n/own.pem"), Path.of("/n/own.key"));

    @Test
    void mintedCertificate_isDescribedWithItsAuthority_andWhatToDoIfItIsNotTrusted() {
        assertThat(ended(true, Optional.of("b.example")).part())
                .isEqualTo("this side shows a certificate for b.example that /n/own.pem has signed, which the database"
                        + " must trust: add it to the database's authorities; and demands a certificate that /n/ca.pem has"
                        + " signed");
        assertThat(ended(true, Optional.empty()).part())
                .startsWith("this side shows a certificate that /n/own.pem has signed, which");
    }

    @Test
    void certificateOfAFile_isDescribedByIt() {
        assertThat(ended(false, Optional.of("b.example")).part())
                .isEqualTo("this side shows /n/own.pem and demands a certificate that /n/ca.pem has signed");
    }

    private static EndedTls ended(boolean minted, Optional<String> name) {
        TerminatedTls tls = new TerminatedTls(
                FILES, minted, Optional.of(Path.of("/n/ca.pem")), ClientCertificate.REQUIRED, Optional.empty(), false);
        return new EndedTls(tls, Start.DIRECT, new ClientHello(name, List.of()));
    }
}

package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.SelfSigned;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AuthoritiesTest {
    @TempDir
    private Path folder;

    @Test
    void certificateOfAnAuthority_isVouchedFor_untilItExpires() throws Exception {
        SelfSigned own = SelfSigned.of("a", 1, folder);
        NodeCertificate node = NodeCertificate.read(own.cert(), own.key());

        assertThat(Authorities.read(own.cert()).vouchFor(node, Instant.now())).isTrue();
        assertThat(Authorities.read(own.cert()).vouchFor(node, own.end().plus(Duration.ofHours(1))))
                .isFalse();
    }

    @Test
    void certificateOfAnother_isNot() throws Exception {
        SelfSigned own = SelfSigned.of("a", 1, folder);
        SelfSigned other = SelfSigned.of("b", 1, folder);

        assertThat(Authorities.read(other.cert()).vouchFor(NodeCertificate.read(own.cert(), own.key()), Instant.now()))
                .isFalse();
    }

    /** Builds a path from the certificates in the file, like TLS, whatever else the file contains. */
    @Test
    void furtherCertificatesOfTheFile_doNotMatter() throws Exception {
        SelfSigned own = SelfSigned.of("a", 1, folder);
        SelfSigned other = SelfSigned.of("b", 1, folder);
        Path chain = Files.writeString(
                folder.resolve("chain.pem"), Files.readString(own.cert()) + Files.readString(other.cert()));

        assertThat(Authorities.read(own.cert()).vouchFor(NodeCertificate.read(chain, own.key()), Instant.now()))
                .isTrue();
    }
}

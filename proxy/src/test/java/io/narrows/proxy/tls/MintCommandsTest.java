package io.narrows.proxy.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.config.CertificateFiles;
import io.narrows.testkit.Openssl;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of docs/configuration.md that make authorities. */
final class MintCommandsTest {
    private static final Path DOCUMENT = Path.of("../docs/configuration.md");

    @TempDir
    private Path folder;

    @Test
    void commands_makeAnAuthorityThatTheSidecarAndOpensslAccept() throws Exception {
        run("commands of an authority");

        MintedLeaf leaf = authority().mint(List.of("10.0.0.2", "db-2.db.example"), Instant.now());

        LeafFiles.verify(folder, leaf, folder.resolve("mint.pem"), "-verify_hostname", "db-2.db.example");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("mint.key"))))
                .isEqualTo("rw-------");
    }

    @Test
    void commands_makeAnAuthorityThatCannotSignForOtherNamesOrForClients() throws Exception {
        run("commands of an authority");
        Path trusted = folder.resolve("mint.pem");

        MintedLeaf foreign = authority().mint(List.of("bank.example"), Instant.now());
        MintedLeaf own = authority().mint(List.of("db.example"), Instant.now());

        assertThatThrownBy(() -> LeafFiles.verify(folder, foreign, trusted))
                .hasMessageContaining("permitted subtree violation");
        assertThatThrownBy(() -> LeafFiles.verify(folder, own, trusted, "-purpose", "sslclient"))
                .isInstanceOf(IOException.class);
    }

    @Test
    void commandsForJava_makeAnAuthorityWhoseConstraintsJavaChecks() throws Exception {
        run("commands of an authority for Java");

        MintedLeaf own = authority().mint(List.of("db-2.db.example"), Instant.now());
        MintedLeaf foreign = authority().mint(List.of("bank.example"), Instant.now());

        LeafFiles.verify(folder, own, folder.resolve("root.pem"));
        validate(own);
        assertThatThrownBy(() -> validate(foreign)).isInstanceOf(CertPathValidatorException.class);
        assertThat(folder.resolve("root.key")).doesNotExist();
    }

    private MintingAuthority authority() throws IOException {
        return MintingAuthority.read(
                new CertificateFiles(folder.resolve("mint.pem"), folder.resolve("mint.key")), Instant.now());
    }

    private void run(String marker) throws Exception {
        Matcher commands = Pattern.compile("<!-- " + marker + " -->\n```sh\n(.*?)```", Pattern.DOTALL)
                .matcher(Files.readString(DOCUMENT));
        assertThat(commands.find()).as(marker).isTrue();
        Openssl.run(folder, List.of("bash", "-ec", commands.group(1)));
    }

    /** Validates as a client in Java that trusts the root. */
    private void validate(MintedLeaf leaf) throws Exception {
        X509Certificate root = PemFile.certificates(folder.resolve("root.pem")).get(0);
        PKIXParameters parameters = new PKIXParameters(Set.of(new TrustAnchor(root, null)));
        parameters.setRevocationEnabled(false);
        CertPathValidator.getInstance("PKIX")
                .validate(CertificateFactory.getInstance("X.509").generateCertPath(leaf.chain()), parameters);
    }
}

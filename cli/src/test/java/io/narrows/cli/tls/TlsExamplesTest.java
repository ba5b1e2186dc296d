package io.narrows.cli.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.cli.check.CheckResult;
import io.narrows.config.ConfigSource;
import io.narrows.testkit.CertificateTemplate;
import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks the examples of databases that keep TLS, with a certificate at the paths that they name. */
class TlsExamplesTest {
    private static final Path EXAMPLES = Path.of("..", "config", "examples", "tls");
    private static final String CERTIFICATES = "/etc/narrows/[a-z0-9-]+\\.";

    @TempDir
    private static Path folder;

    /** Creates one certificate with the names of all nodes, which all examples use for everything. */
    @BeforeAll
    static void createCertificate() throws Exception {
        String[] names = files().stream()
                .map(file -> file.getFileName().toString().replace(".yaml", ""))
                .toArray(String[]::new);
        SelfSigned.of(new CertificateTemplate("own").dns(names), folder);
    }

    static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(EXAMPLES)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @MethodSource("files")
    void example_isValid_andItsTlsIsEndedAndBegun(Path example) throws Exception {
        String yaml = Files.readString(example).replaceAll(CERTIFICATES, folder + "/own.");
        Path file = Files.writeString(folder.resolve(example.getFileName()), yaml);

        CheckResult result = CheckResult.of(ConfigSource.of(file), Instant.now());

        assertThat(result.mistakes()).isEmpty();
        assertThat(result.renamedKeys()).isEmpty();
        assertThat(result.exposedAddresses()).isEmpty();
        assertThat(TlsChains.of(result.config().orElseThrow()))
                .anySatisfy(line -> assertThat(line).startsWith("capture ").contains("link to ", "(TLS begun there)"))
                .anySatisfy(line -> assertThat(line).startsWith("target ").contains("(TLS begun here, as "));
    }
}

package io.narrows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests {@code mint}, whose key has a mode that the corpus cannot have: Git does not keep it. */
class MintTest {
    private static final String YAML = Fixtures.SMALLEST + """
            capture:
              - {listen: 127.0.0.1:1, peer: db-2, target: raft, tls: {mint: {cert: mint.pem, key: mint.key}, plaintext: true}}
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void write() throws IOException {
        Files.writeString(folder.resolve("mint.pem"), "");
        Files.writeString(folder.resolve("mint.key"), "");
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-------", "r--------"})
    void keyOfItsOwnerAlone_isAccepted(String mode) throws Exception {
        mode(mode);

        List<TerminatedTls> read = load(YAML).terminatedTls();

        assertThat(read)
                .containsExactly(new TerminatedTls(
                        new CertificateFiles(folder.resolve("mint.pem"), folder.resolve("mint.key")),
                        true,
                        Optional.empty(),
                        ClientCertificate.NONE,
                        Optional.empty(),
                        true));
        assertThat(load(YAML).certificateFiles())
                .containsExactlyInAnyOrder(folder.resolve("mint.pem"), folder.resolve("mint.key"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"rw-r-----", "rw----r--", "rw--w----", "rw------x", "r--r--r--"})
    void keyThatIsOpenToOthers_isRefusedWithItsPlace(String mode) throws Exception {
        mode(mode);

        assertThatThrownBy(() -> load(YAML))
                .isInstanceOf(ConfigException.class)
                .hasMessage("narrows.yaml:8:87: key file \"" + folder.resolve("mint.key")
                        + "\" of mint is open to others (mode " + mode
                        + "), expected a file that only its owner can read (chmod 600)");
    }

    @Test
    void linkToAKey_countsAsTheKey() throws Exception {
        mode("rw-r--r--");
        Path link = Files.createSymbolicLink(folder.resolve("link.key"), folder.resolve("mint.key"));

        assertThatThrownBy(() -> load(YAML.replace("mint.key", link.toString())))
                .hasMessageContaining("is open to others");
    }

    @Test
    void mint_fitsTheSchema_andIsRenderedAgain() throws Exception {
        mode("rw-------");
        Config config = load(YAML);

        Config again = ConfigLoader.parse("rendered", ConfigJson.render(config), Path.of("/"));

        assertThat(again.terminatedTls()).isEqualTo(config.terminatedTls());
        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(ConfigSchema.text(), InputFormat.JSON)
                        .validate(YAML, InputFormat.YAML))
                .isEmpty();
    }

    private void mode(String mode) throws IOException {
        Files.setPosixFilePermissions(folder.resolve("mint.key"), PosixFilePermissions.fromString(mode));
    }

    private Config load(String yaml) throws ConfigException {
        return ConfigLoader.parse("narrows.yaml", yaml, folder);
    }
}

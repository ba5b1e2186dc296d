package io.narrows.cli.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.cli.check.CheckResult;
import io.narrows.cli.generate.database.Cluster;
import io.narrows.config.yaml.Problems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GeneratorTest {
    private static final String TWO = """
            version: 1
            database: nats
            nodes:
              - {id: n1, address: a.example, region: us-east-1, zone: z1}
              - {id: n2, address: b.example, region: us-east-1, zone: z2}
            """;
    private static final String THIRD = "  - {id: n3, address: c.example, region: eu-west-1, zone: z3}\n";

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"kafka", "zookeeper", "nats", "rabbitmq", "cassandra", "etcd"})
    void nineNodes_haveConfigurationsAndCertificatesThatHold(String database) throws Exception {
        StringBuilder yaml = new StringBuilder("version: 1\ndatabase: " + database + "\nnodes:\n");
        for (int i = 1; i <= 9; i++) {
            yaml.append("  - {id: db-%d, address: 10.0.0.%d, region: r%d, zone: z%d}\n".formatted(i, i, i % 3, i % 2));
        }

        assertThat(generate(yaml.toString())).hasSize(9);

        for (int i = 1; i <= 9; i++) {
            CheckResult check = CheckResult.of(out("db-" + i + "/narrows.yaml"), Instant.now());
            assertThat(check.mistakes()).isEmpty();
            assertThat(check.config().orElseThrow().peers()).hasSize(8);
        }
    }

    @Test
    void keys_areTheirOwnersOnly() throws Exception {
        generate(TWO);

        for (String key : new String[] {"ca/ca.key", "n1/n1.key", "n2/n2.key"}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(out(key))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void secondRun_changesNothing() throws Exception {
        generate(TWO);
        Map<String, String> before = content();

        assertThat(generate(TWO)).isEmpty();

        assertThat(content()).isEqualTo(before);
    }

    @Test
    void anotherNode_leavesTheCertificatesOfTheOthers() throws Exception {
        generate(TWO);
        Map<String, String> before = content();

        assertThat(generate(TWO + THIRD)).containsExactly("n3");

        Map<String, String> after = content();
        for (String kept : new String[] {"ca/ca.pem", "ca/ca.key", "n1/n1.pem", "n1/n1.key", "n2/n2.key"}) {
            assertThat(after).containsEntry(kept, before.get(kept));
        }
        assertThat(after.get("n1/narrows.yaml")).contains("id: n3").isNotEqualTo(before.get("n1/narrows.yaml"));
        assertThat(CheckResult.of(out("n3/narrows.yaml"), Instant.now()).ok()).isTrue();
    }

    @Test
    void renewal_makesOtherKeys_byTheSameAuthority() throws Exception {
        generate(TWO);
        Map<String, String> before = content();

        assertThat(new Generator(cluster(TWO), out(""), true).write()).containsExactly("n1", "n2");

        Map<String, String> after = content();
        assertThat(after).containsEntry("ca/ca.key", before.get("ca/ca.key"));
        assertThat(after.get("n1/n1.key")).isNotEqualTo(before.get("n1/n1.key"));
        assertThat(CheckResult.of(out("n1/narrows.yaml"), Instant.now()).ok()).isTrue();
    }

    @Test
    void ownAuthority_isUsed() throws Exception {
        generate(TWO);
        String authority = content().get("ca/ca.pem");
        Files.createDirectories(folder.resolve("other/ca"));
        for (String file : new String[] {"ca/ca.pem", "ca/ca.key"}) {
            Files.copy(out(file), folder.resolve("other").resolve(file));
        }

        assertThat(new Generator(cluster(TWO), folder.resolve("other"), false).write())
                .hasSize(2);

        assertThat(folder.resolve("other/n1/ca.pem")).content().isEqualTo(authority);
    }

    @Test
    void authorityWhoseKeyIsElsewhere_isEnoughUntilACertificateIsNeeded() throws Exception {
        generate(TWO);
        Files.delete(out("ca/ca.key"));

        assertThat(generate(TWO)).isEmpty();
        assertRefused(
                TWO + THIRD,
                out("ca/ca.key") + ": missing, expected the key of the authority to make a certificate for n3");
    }

    @Test
    void filesOfOthers_areRefusedByName() throws Exception {
        Files.createDirectories(out("n1"));
        Files.writeString(out("n1/notes.txt"), "mine");

        assertRefused(
                TWO,
                out("n1/notes.txt") + ": not written by narrows generate, expected a new folder or one that it wrote");
    }

    @Test
    void filesChangedByHand_areRefusedByName() throws Exception {
        generate(TWO);
        Files.writeString(out("n2/nats.conf"), "mine");

        assertRefused(TWO + THIRD, out("n2/nats.conf") + ": changed since narrows generate wrote it");
    }

    @Test
    void interruptedRun_isFinishedByAnother() throws Exception {
        generate(TWO);
        String manifest = content().get(Manifest.FILE);
        generate(TWO + THIRD);
        Files.writeString(out(Manifest.FILE), manifest); // the last file that a run writes

        Files.delete(out("n3/n3.pem"));
        Files.delete(out("n3/n3.key"));
        Files.delete(out("n3/ca.pem"));
        assertThat(generate(TWO + THIRD)).containsExactly("n3");

        assertThat(content().get(Manifest.FILE)).contains("# node 3 n3");
    }

    @Test
    void nodeThatIsGone_keepsTheOthersNumbers() throws Exception {
        generate(TWO + THIRD);
        String without2 = (TWO + THIRD).replaceAll("(?m)^.*id: n2.*\n", "");

        assertRefused(
                without2,
                "node n3 would get number 2, and has 3 in " + out("") + ", expected number: 3 beside its id\n"
                        + out("n2")
                        + ": the node is not in the cluster file, expected no such folder; remove it if the node is gone");
    }

    @Test
    void filesOfAnotherDatabase_goWithIt() throws Exception {
        generate(TWO);

        generate(TWO.replace("nats", "kafka"));

        assertThat(content()).containsKey("n1/server.properties").doesNotContainKey("n1/nats.conf");
    }

    @Test
    void failure_leavesNothing() {
        assertThatThrownBy(() -> new OpenSsl("no-such-program", folder).run("version"))
                .isInstanceOf(GenerateException.class)
                .hasMessageStartingWith("cannot run no-such-program (")
                .hasMessageContaining("expected the program on the PATH");
        assertThatThrownBy(() -> new OpenSsl(folder).run("x509", "-in", "none"))
                .isInstanceOf(GenerateException.class)
                .hasMessageStartingWith("openssl x509 failed with exit code 1: ");
        assertThat(folder).isEmptyDirectory();
    }

    private List<String> generate(String yaml) throws IOException, GenerateException {
        return new Generator(cluster(yaml), out(""), false).write();
    }

    /** Asserts that a run is refused and changes nothing. */
    private void assertRefused(String yaml, String message) throws IOException {
        Map<String, String> before = content();

        assertThatThrownBy(() -> generate(yaml))
                .isInstanceOf(GenerateException.class)
                .hasMessageContaining(message);

        assertThat(content()).isEqualTo(before);
    }

    private Cluster cluster(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("cluster.yaml"), yaml);
        return ClusterFile.read(file, new Problems()).orElseThrow();
    }

    private Path out(String path) {
        return path.isEmpty() ? folder.resolve("out") : folder.resolve("out").resolve(path);
    }

    private Map<String, String> content() throws IOException {
        Map<String, String> content = new TreeMap<>();
        try (Stream<Path> files = Files.walk(out(""))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                content.put(out("").relativize(file).toString(), Files.readString(file));
            }
        }
        try (Stream<Path> beside = Files.list(folder)) {
            assertThat(beside.filter(file -> file.getFileName().toString().startsWith(".")))
                    .isEmpty();
        }
        return content;
    }
}

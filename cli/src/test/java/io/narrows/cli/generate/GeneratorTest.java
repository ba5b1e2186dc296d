package io.narrows.cli.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.cli.LongPath;
import io.narrows.cli.check.CheckResult;
import io.narrows.cli.check.cluster.ClusterCheck;
import io.narrows.config.Config;
import io.narrows.config.ConfigSource;
import io.narrows.config.Peer;
import io.narrows.config.Traffic;
import io.narrows.config.TrafficClass;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("long")
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

    private GeneratedFolder generated;

    @BeforeEach
    void create() {
        generated = new GeneratedFolder(folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka", "zookeeper", "nats", "rabbitmq", "cassandra", "etcd"})
    void nineNodes_haveConfigurationsAndCertificatesThatHold(String database) throws Exception {
        StringBuilder yaml = new StringBuilder("version: 1\ndatabase: " + database + "\nnodes:\n");
        for (int i = 1; i <= 9; i++) {
            yaml.append("  - {id: db-%d, address: 10.0.0.%d, region: r%d, zone: z%d}\n".formatted(i, i, i % 3, i % 2));
        }

        assertThat(generated.generate(yaml.toString())).hasSize(9);

        for (int i = 1; i <= 9; i++) {
            CheckResult check = CheckResult.of(
                    ConfigSource.of(generated.out("db-" + i + "/narrows.yaml")).withNode("db-" + i), Instant.now());
            assertThat(check.mistakes()).isEmpty();
            assertThat(check.config().orElseThrow().peers()).hasSize(8);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"kafka", "zookeeper", "nats", "rabbitmq", "cassandra", "etcd"})
    void heartbeats_doNotLinger(String database) throws Exception {
        generated.generate((TWO + THIRD).replace("nats", database));

        Config config = CheckResult.of(
                        ConfigSource.of(generated.out("n1/narrows.yaml")).withNode("n1"), Instant.now())
                .config()
                .orElseThrow();

        for (Peer peer : config.peers()) {
            Traffic gossip = new Traffic(
                    peer.id(), config.node().location(), peer.location().orElseThrow(), TrafficClass.HEARTBEAT);
            assertThat(config.policy().choose(gossip).compression().linger()).isZero();
        }
    }

    @Test
    void nameOfANatsServer_isText() throws Exception {
        generated.generate(TWO.replace("id: n1", "id: \"1e3\""));

        assertThat(generated.out("1e3/nats.conf")).content().contains("server_name: \"1e3\"\n");
    }

    @Test
    void configuration_isTheSameOnAllNodes_andTheEnvironmentNamesEach() throws Exception {
        generated.generate(TWO + THIRD);

        assertThat(generated.out("n2/narrows.yaml")).hasSameTextualContentAs(generated.out("n1/narrows.yaml"));
        assertThat(generated.out("n2/environment")).content().endsWith("\nNODE_ID=n2\n");
        ClusterCheck check = ClusterCheck.of(generated.out(""), Map.of(), Instant.now());
        assertThat(check.mistakes()).isEmpty();
        assertThat(check.configurations()).isEqualTo(3);
    }

    @Test
    void perNode_eachHasItsOwnConfiguration() throws Exception {
        new Generator(generated.cluster(TWO), generated.out(""), false, Layout.PER_NODE).write();

        assertThat(generated.out("n1/narrows.yaml")).content().contains("node: {id: n1, ", "cert: n1.pem");
        assertThat(generated.content()).doesNotContainKey("n1/environment").containsKey("n1/n1.key");
        assertThat(ClusterCheck.of(generated.out(""), Map.of(), Instant.now()).mistakes())
                .isEmpty();

        assertThat(generated.generate(TWO)).as("certificates by another name").containsExactly("n1", "n2");
        assertThat(ClusterCheck.of(generated.out(""), Map.of(), Instant.now()).mistakes())
                .isEmpty();
    }

    @Test
    void keys_areTheirOwnersOnly() throws Exception {
        generated.generate(TWO);

        for (String key : new String[] {"ca/ca.key", "n1/node.key", "n2/node.key"}) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(generated.out(key))))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void newFolder_isItsOwnersOnly() throws Exception {
        generated.generate(TWO);

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(generated.out(""))))
                .isEqualTo("rwx------");
    }

    @Test
    void emptyFolderThatCannotBeReplaced_isFilled() throws Exception {
        Files.createDirectory(
                generated.out(""), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwxr-x---")));

        new Generator(generated.cluster(TWO), generated.out("."), false, Layout.SHARED).write();

        assertThat(ClusterCheck.of(generated.out(""), Map.of(), Instant.now()).mistakes())
                .isEmpty();
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(generated.out(""))))
                .isEqualTo("rwxr-x---");
        assertThat(generated.generate(TWO)).isEmpty();
    }

    @Test
    void secondRun_changesNothing() throws Exception {
        generated.generate(TWO);
        Map<String, String> before = generated.content();

        assertThat(generated.generate(TWO)).isEmpty();

        assertThat(generated.content()).isEqualTo(before);
    }

    @Test
    void anotherNode_leavesTheCertificatesOfTheOthers() throws Exception {
        generated.generate(TWO);
        Map<String, String> before = generated.content();

        assertThat(generated.generate(TWO + THIRD)).containsExactly("n3");

        Map<String, String> after = generated.content();
        for (String kept : new String[] {"ca/ca.pem", "ca/ca.key", "n1/node.pem", "n1/node.key", "n2/node.key"}) {
            assertThat(after).containsEntry(kept, before.get(kept));
        }
        assertThat(after.get("n1/narrows.yaml")).contains("id: n3").isNotEqualTo(before.get("n1/narrows.yaml"));
        assertThat(CheckResult.of(
                                ConfigSource.of(generated.out("n3/narrows.yaml"))
                                        .withNode("n3"),
                                Instant.now())
                        .ok())
                .isTrue();
    }

    @Test
    void renewal_makesOtherKeys_byTheSameAuthority() throws Exception {
        generated.generate(TWO);
        Map<String, String> before = generated.content();

        assertThat(generated.renew(TWO)).containsExactly("n1", "n2");

        Map<String, String> after = generated.content();
        assertThat(after).containsEntry("ca/ca.key", before.get("ca/ca.key"));
        assertThat(after.get("n1/node.key")).isNotEqualTo(before.get("n1/node.key"));
        assertThat(CheckResult.of(
                                ConfigSource.of(generated.out("n1/narrows.yaml"))
                                        .withNode("n1"),
                                Instant.now())
                        .ok())
                .isTrue();
    }

    @Test
    void ownAuthority_isUsed() throws Exception {
        generated.generate(TWO);
        String authority = generated.content().get("ca/ca.pem");
        Files.createDirectories(folder.resolve("other/ca"));
        for (String file : new String[] {"ca/ca.pem", "ca/ca.key"}) {
            Files.copy(generated.out(file), folder.resolve("other").resolve(file));
        }

        assertThat(new Generator(generated.cluster(TWO), folder.resolve("other"), false, Layout.SHARED).write())
                .hasSize(2);

        assertThat(folder.resolve("other/n1/ca.pem")).content().isEqualTo(authority);
    }

    @Test
    void authorityThatWasReplaced_needsARenewal() throws Exception {
        generated.generate(TWO);
        new Generator(generated.cluster(TWO), folder.resolve("other"), false, Layout.SHARED).write();
        for (String file : new String[] {"ca/ca.pem", "ca/ca.key"}) {
            Files.copy(folder.resolve("other").resolve(file), generated.out(file), StandardCopyOption.REPLACE_EXISTING);
        }

        generated.assertRefused(
                TWO,
                generated.out("n1/node.pem")
                        + ": the certificate was issued by another authority, expected one issued by "
                        + generated.out("ca/ca.pem") + "; --renew issues new certificates and keys to all nodes");

        assertThat(generated.renew(TWO)).containsExactly("n1", "n2");
        assertThat(generated.out("n1/ca.pem")).hasSameTextualContentAs(generated.out("ca/ca.pem"));
        assertThat(ClusterCheck.of(generated.out(""), Map.of(), Instant.now()).mistakes())
                .isEmpty();
    }

    @Test
    void authoritiesOfANodeThatWereChangedByHand_areRefusedByName() throws Exception {
        generated.generate(TWO);
        Files.writeString(
                generated.out("n1/ca.pem"), generated.content().get("n2/node.pem"), StandardOpenOption.APPEND);

        generated.assertRefused(TWO, generated.out("n1/ca.pem") + ": changed since narrows generate wrote it");
    }

    @Test
    void authorityWhoseKeyIsElsewhere_isEnoughUntilACertificateIsNeeded() throws Exception {
        generated.generate(TWO);
        Files.delete(generated.out("ca/ca.key"));

        assertThat(generated.generate(TWO)).isEmpty();
        generated.assertRefused(
                TWO + THIRD,
                generated.out("ca/ca.key")
                        + ": missing, expected the authority's key, which is required to issue a certificate to n3");
    }

    @Test
    void filesOfOthers_areRefusedByName() throws Exception {
        Files.createDirectories(generated.out("n1"));
        Files.writeString(generated.out("n1/notes.txt"), "mine");

        generated.assertRefused(
                TWO,
                generated.out("n1/notes.txt")
                        + ": not written by narrows generate, expected a new folder or one of an earlier run");
    }

    @Test
    void filesChangedByHand_areRefusedByName() throws Exception {
        generated.generate(TWO);
        Files.writeString(generated.out("n2/nats.conf"), "mine");

        generated.assertRefused(
                TWO + THIRD, generated.out("n2/nats.conf") + ": changed since narrows generate wrote it");
    }

    @Test
    void folderBehindASymbolicLink_isProtectedToo() throws Exception {
        generated.generate(TWO);
        Path real = Files.move(generated.out(""), folder.resolve("real"));
        Files.createSymbolicLink(generated.out(""), real);
        assertThat(generated.generate(TWO + THIRD)).containsExactly("n3");
        Path changed = Files.writeString(real.resolve("n2/nats.conf"), "mine");

        assertThatThrownBy(() -> generated.generate(TWO + THIRD))
                .isInstanceOf(GenerateException.class)
                .hasMessageStartingWith(changed + ": changed since narrows generate wrote it");

        assertThat(changed).hasContent("mine");
        assertThat(generated.out("")).isSymbolicLink();
    }

    @Test
    void symbolicLinkInPlaceOfANodesFolder_isRefusedByName() throws Exception {
        generated.generate(TWO);
        Path elsewhere = Files.move(generated.out("n2"), folder.resolve("elsewhere"));
        Files.createSymbolicLink(generated.out("n2"), elsewhere);

        generated.assertRefused(TWO, generated.out("n2") + ": a symbolic link to a folder, expected a folder");
    }

    @Test
    void folderThatCannotBeRead_isAFailureToRead() throws Exception {
        generated.generate(TWO);
        Files.createDirectory(generated.out("n1").resolve("x".repeat(LongPath.UNREADABLE)));

        try (LongPath out = LongPath.of(generated.out(""))) {
            assertThatThrownBy(() -> new Generator(generated.cluster(TWO), out.path(), false, Layout.SHARED).write())
                    .isInstanceOf(FileSystemException.class);
        }
    }

    @Test
    void symbolicLinkToNothing_isRefused() throws Exception {
        Files.createSymbolicLink(generated.out(""), folder.resolve("missing"));

        assertThatThrownBy(() -> generated.generate(TWO))
                .isInstanceOf(GenerateException.class)
                .hasMessage(generated.out("") + ": a symbolic link to a folder that does not exist, expected a folder");
    }

    @Test
    void nodeThatIsGone_keepsTheOthersNumbers() throws Exception {
        generated.generate(TWO + THIRD);
        String without2 = (TWO + THIRD).replaceAll("(?m)^.*id: n2.*\n", "");

        generated.assertRefused(
                without2,
                "node n3 would get number 2, but has 3 in " + generated.out("")
                        + ", expected number: 3 next to its id\n"
                        + generated.out("n2")
                        + ": the node is not in the cluster file, expected no folder; delete the folder if the node was removed");
    }

    @Test
    void filesOfAnotherDatabase_goWithIt() throws Exception {
        generated.generate(TWO);

        generated.generate(TWO.replace("nats", "kafka"));

        assertThat(generated.content()).containsKey("n1/server.properties").doesNotContainKey("n1/nats.conf");
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
}

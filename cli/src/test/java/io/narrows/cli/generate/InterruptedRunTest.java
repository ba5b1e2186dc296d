package io.narrows.cli.generate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.narrows.cli.check.CheckResult;
import io.narrows.config.ConfigSource;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs that stop between two files, because a folder is in the place of one of them. */
@Tag("long")
class InterruptedRunTest {
    private static final String TWO = """
            version: 1
            database: nats
            nodes:
              - {id: n1, address: a.example, region: us-east-1, zone: z1}
              - {id: n2, address: b.example, region: us-east-1, zone: z2}
            """;
    private static final String THREE = TWO + "  - {id: n3, address: c.example, region: eu-west-1, zone: z3}\n";
    private static final String FOUR = THREE + "  - {id: n4, address: d.example, region: eu-west-1, zone: z4}\n";

    @TempDir
    private Path folder;

    private GeneratedFolder generated;

    @BeforeEach
    void create() throws Exception {
        generated = new GeneratedFolder(folder);
        generated.generate(TWO);
    }

    @Test
    void isFinishedByTheNext() throws Exception {
        interrupt("n2/hosts", () -> generated.generate(THREE));
        assertThat(generated.out("n1/hosts")).content().contains("n3");
        assertThat(generated.out("n3")).doesNotExist();

        assertThat(generated.generate(THREE)).containsExactly("n3");

        assertComplete(THREE, "n1", "n2", "n3");
    }

    @Test
    void certificateOfANodeThatTheRecordLacks_isKept() throws Exception {
        Map<String, String> before = generated.content();
        generated.generate(THREE);
        for (Map.Entry<String, String> file : before.entrySet()) {
            Files.writeString(generated.out(file.getKey()), file.getValue());
        }
        for (String file : new String[] {"narrows.yaml", "environment", "hosts", "nats.conf"}) {
            Files.delete(generated.out("n3").resolve(file));
        }

        assertThat(generated.generate(THREE)).isEmpty();

        assertComplete(THREE, "n1", "n2", "n3");
    }

    @Test
    void afterTwoOfThem_theThirdIsComplete() throws Exception {
        interrupt("n2/hosts", () -> generated.generate(THREE));
        interrupt("n2/narrows.yaml", () -> generated.generate(FOUR));

        generated.generate(FOUR);

        assertComplete(FOUR, "n1", "n2", "n3", "n4");
    }

    @Test
    void canBeTakenBack() throws Exception {
        interrupt("n2/hosts", () -> generated.generate(THREE));

        generated.generate(TWO);

        assertThat(generated.out("n1/hosts")).content().doesNotContain("n3");
        assertComplete(TWO, "n1", "n2");
    }

    @Test
    void filesChangedByHandAfterIt_areRefused() throws Exception {
        interrupt("n2/hosts", () -> generated.generate(THREE));
        Files.writeString(generated.out("n1/hosts"), "mine");

        generated.assertRefused(THREE, generated.out("n1/hosts") + ": changed since narrows generate wrote it");
    }

    @Test
    void keyOfARenewal_isNotKeptWithTheFormerCertificate() throws Exception {
        interrupt("n2/node.pem", () -> generated.renew(TWO));

        generated.assertRefused(
                TWO,
                generated.out("n2/node.key") + ": the private key does not match the certificate "
                        + generated.out("n2/node.pem") + "; --renew issues new certificates and keys to all nodes");
        assertThat(generated.renew(TWO)).containsExactly("n1", "n2");

        assertComplete(TWO, "n1", "n2");
    }

    @Test
    void temporaryFolderOfAKilledRun_isRemoved() throws Exception {
        Path inside = Files.createDirectories(generated.out(".narrows-generate-123/n1"));
        Files.writeString(inside.resolve("n1.key"), "key");

        generated.generate(TWO);

        assertComplete(TWO, "n1", "n2");
    }

    @Test
    void temporaryFolderOfAKilledFirstRun_isRemoved_andThoseForOtherFoldersAreNot() throws Exception {
        Path other = Files.createDirectory(folder.resolve(".narrows-generate-new-er-123"));
        Path killed = Files.createDirectories(folder.resolve(".narrows-generate-new-123/ca"));
        Files.writeString(killed.resolve("ca.key"), "key");

        new Generator(generated.cluster(TWO), folder.resolve("new"), false, Layout.SHARED).write();

        assertThat(killed.getParent()).doesNotExist();
        assertThat(other).exists();
    }

    @Test
    void keyOfTheAuthority_isNeverCopied() throws Exception {
        Path key = Files.move(generated.out("ca/ca.key"), folder.resolve("kept.key"));
        Files.createSymbolicLink(generated.out("ca/ca.key"), key);

        generated.generate(THREE);

        assertThat(generated.out("ca/ca.key")).isSymbolicLink();
        assertComplete(THREE, "n1", "n2", "n3");
    }

    /** Runs until a file cannot be replaced, then puts the file back as it was. */
    private void interrupt(String path, Call run) throws Exception {
        byte[] before = Files.readAllBytes(generated.out(path));
        Files.delete(generated.out(path));
        Path obstacle = Files.createDirectories(generated.out(path).resolve("folder"));

        assertThatThrownBy(run::call).isInstanceOf(FileSystemException.class);

        Files.delete(obstacle);
        Files.delete(obstacle.getParent());
        Files.write(generated.out(path), before);
    }

    private void assertComplete(String yaml, String... ids) throws Exception {
        Map<String, String> content = generated.content();
        for (String id : ids) {
            assertThat(CheckResult.of(
                                    ConfigSource.of(generated.out(id + "/narrows.yaml"))
                                            .withNode(id),
                                    Instant.now())
                            .mistakes())
                    .isEmpty();
        }
        assertThat(content.get(Manifest.FILE)).doesNotContain("# replaces");
        assertThat(generated.generate(yaml)).isEmpty();
        assertThat(generated.content()).isEqualTo(content);
    }

    private interface Call {
        Object call() throws IOException, GenerateException;
    }
}

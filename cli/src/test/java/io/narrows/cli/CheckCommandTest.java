package io.narrows.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.cli.platform.MachinePlace;
import io.narrows.config.CloudPlace;
import io.narrows.config.ConfigSource;
import io.narrows.config.PlatformPlace;
import io.narrows.config.UnknownPlaceException;
import io.narrows.testkit.CertificateTemplate;
import io.narrows.testkit.Openssl;
import io.narrows.testkit.Openssl.Authority;
import io.narrows.testkit.SelfSigned;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckCommandTest {
    private static final String NODE = """
            version: 1
            node: {id: a, region: r1, zone: z1, host: h1}
            targets: {raft: 127.0.0.1:2380}
            peers: []
            """;

    private static final String MINTING = """
            version: 1
            node: {id: a, region: r1, zone: z1, host: h1}
            link: {listen: 127.0.0.1:15000}
            targets: {raft: 127.0.0.1:2380}
            peers: [{id: b, link: 127.0.0.1:15001}]
            capture:
              - listen: 127.0.0.1:12380
                peer: b
                target: raft
                tls: {mint: {cert: mint.pem, key: mint.key}, plaintext: true}
            """;

    private static final String SHARED = """
            version: 1
            nodes:
              - {id: n1, region: r1, zone: z1, host: h1, link: '127.0.0.1:15000'}
              - {id: n2, region: r1, zone: z2, host: h2, link: '127.0.0.2:15000'}
            link: {listen: '127.0.0.1:15000'}
            targets: {app: '127.0.0.1:7000'}
            """;

    @TempDir
    private Path directory;

    private final PrintStream standardError = System.err;
    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private final PrintStream standardOutput = System.out;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @BeforeEach
    void listen() {
        System.setErr(new PrintStream(told, true, StandardCharsets.UTF_8));
        System.setOut(new PrintStream(written, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void listenNoMore() {
        System.setErr(standardError);
        System.setOut(standardOutput);
    }

    @Test
    void garbageInPlaceOfACertificate_isAMistake() throws IOException {
        Path cert = write("cert.pem", "garbage");
        write("key.pem", "garbage");
        write("ca.pem", "garbage");
        Path file = write(
                "a.yaml", NODE + "link: {listen: 127.0.0.1:15000, tls: {cert: cert.pem, key: key.pem, ca: ca.pem}}\n");

        assertThat(check(file)).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).startsWith(cert + ": no certificate found");
    }

    @Test
    void autoWithoutARuleThatUsesIt_isAWarning() throws IOException {
        String link = "link: {listen: 127.0.0.1:15000}\n";
        String auto = "auto: {objective: bytes}\n";

        assertThat(check(write("a.yaml", NODE + link + auto))).isZero();
        String unused = written.toString(StandardCharsets.UTF_8);
        written.reset();
        assertThat(check(write("a.yaml", NODE + link + auto + "policy: [{codec: auto}]\n")))
                .isZero();

        assertThat(unused).contains("warning: auto has no effect, because no rule of the policy has codec: auto\n");
        assertThat(written.toString(StandardCharsets.UTF_8)).doesNotContain("warning");
    }

    @Test
    void codecThatCompressesLessThanWhatItUnpacks_isAWarning() throws IOException {
        String rule = "policy: [{codec: snappy, unpack: [zstd]}]\n";
        Path file = write("a.yaml", NODE + "link: {listen: 127.0.0.1:15000}\n" + rule);

        assertThat(check(file)).isZero();

        assertThat(written.toString(StandardCharsets.UTF_8))
                .contains("\nwarning: rule 1 at " + file
                        + ":6:10 unpacks zstd, but its codec snappy has no entropy coding");
    }

    @Test
    void start_refusesWhatTheCheckRefuses() throws Exception {
        Path cert = write("cert.pem", "garbage");
        write("key.pem", "garbage");
        write("ca.pem", "garbage");
        Path file = write(
                "a.yaml", NODE + "link: {listen: 127.0.0.1:15000, tls: {cert: cert.pem, key: key.pem, ca: ca.pem}}\n");

        assertThat(new Run(ConfigSource.of(file), new Foreground()).call()).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).startsWith(cert + ": no certificate found");
    }

    /** The service manager tries again after 1, not after 2. */
    @Test
    void start_thatDoesNotFindItsPlaceOut_isNoMistakeInTheFile() throws Exception {
        PlatformPlace silent = new PlatformPlace() {
            @Override
            public String host() {
                return "db-1";
            }

            @Override
            public CloudPlace cloud() throws UnknownPlaceException {
                throw new UnknownPlaceException("no answer");
            }
        };
        String yaml = "version: 1\nnode: {id: a, region: auto, zone: auto, host: auto}\n"
                + "link: {listen: 127.0.0.1:15000}\ntargets: {}\npeers: [{id: b, link: 127.0.0.1:15001}]\n";
        ConfigSource silentOnly = ConfigSource.of(write("a.yaml", yaml)).withPlatform(silent);
        ConfigSource withAMistake =
                ConfigSource.of(write("b.yaml", yaml + "linx: {}\n")).withPlatform(silent);

        assertThat(new Run(silentOnly, new Foreground()).call()).isEqualTo(1);
        assertThat(told()).contains("region: auto: no answer");
        assertThat(new Run(withAMistake, new Foreground()).call()).isEqualTo(Narrows.EXIT_BAD_INPUT);
    }

    @Test
    void garbageInPlaceOfTheStoresCertificate_isAMistake() throws IOException {
        Path cert = write("cert.pem", "garbage");
        write("key.pem", "garbage");
        Path file = write("a.yaml", NODE + """
                link: {listen: 127.0.0.1:15000}
                store: {data-dir: data, tls: {cert: cert.pem, key: key.pem}}
                """);

        assertThat(check(file)).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).startsWith(cert + ": no certificate found");
    }

    @Test
    void garbageInPlaceOfTheCertificateForADatabase_isAMistake() throws IOException {
        Path cert = write("cert.pem", "garbage");
        write("key.pem", "garbage");
        Path file = write("a.yaml", """
                version: 1
                node: {id: a, region: r1, zone: z1, host: h1}
                link: {listen: 127.0.0.1:15000}
                targets: {raft: 127.0.0.1:2380}
                peers: [{id: b, link: 127.0.0.1:15001}]
                capture:
                  - listen: 127.0.0.1:12380
                    peer: b
                    target: raft
                    tls: {cert: cert.pem, key: key.pem, plaintext: true}
                """);

        assertThat(check(file)).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).startsWith(cert + ": no certificate found");
    }

    @Test
    void certificateThatExpiresSoon_isAWarning_oneThatHasExpired_aMistake() throws Exception {
        SelfSigned soon = SelfSigned.of("soon", 29, directory);
        SelfSigned later = SelfSigned.of("later", 40, directory);
        SelfSigned ended =
                SelfSigned.of(new CertificateTemplate("ended").dns("ended").days(-9, 8), directory);
        String yaml = NODE.replace("peers: []", "peers: [{id: b, link: 127.0.0.1:15001}]")
                + "link: {listen: 127.0.0.1:15000}\ncapture:\n  - {listen: 127.0.0.1:12380, peer: b, target: raft, ";
        String tls = "tls: {cert: %1$s.pem, key: %1$s.key, ca: %2$s.pem, plaintext: true}}\n";

        assertThat(check(write("a.yaml", yaml + tls.formatted("later", "soon"))))
                .isZero();
        assertThat(written())
                .contains("warning: " + soon.cert() + ": a certificate expires at " + soon.end() + ", in 28 days\n")
                .doesNotContain("warning: " + later.cert())
                .contains("capture 127.0.0.1:12380: database -> (TLS ended here, certificate of later, expires ");

        assertThat(check(write("b.yaml", yaml + tls.formatted("ended", "later"))))
                .isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).startsWith(ended.cert() + ": the certificate expired at ");
    }

    @Test
    void keyOfMintThatIsOpenToOthers_isAMistakeAtItsPlace() throws IOException {
        write("mint.pem", "garbage");
        Path key = write("mint.key", "garbage");
        Files.setPosixFilePermissions(key, PosixFilePermissions.fromString("rw-r--r--"));
        Path file = write("a.yaml", MINTING);

        assertThat(check(file)).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).contains(file + ":10:39: ", key + "\" of mint is open to others (mode rw-r--r--)");
    }

    @Test
    void authorityOfMintThatCannotSign_isAMistakeWithItsFile() throws Exception {
        Path file = write("a.yaml", MINTING);
        Authority unlimited = Openssl.certificate(
                directory, "mint", List.of("ec", "-pkeyopt", "ec_paramgen_curve:P-256"), 10, Openssl.AUTHORITY);
        assertThat(check(file)).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told())
                .contains(unlimited.cert()
                        + ": the authority has no name constraints, so its key could sign for any name");

        Openssl.authority(directory, "mint", "permitted;DNS:c.example,permitted;IP:10.0.0.0/255.0.0.0");
        assertThat(check(file)).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told())
                .contains(unlimited.cert() + ": the name constraints permit no certificate for peer b of capture"
                        + " 127.0.0.1:12380, whose names are 127.0.0.1 (expected: one of these, or the name that"
                        + " the database dials in addresses of the peer)");

        Openssl.authority(directory, "mint", "permitted;DNS:invalid,permitted;IP:127.0.0.0/255.0.0.0");
        assertThat(check(file)).isZero();
        assertThat(written())
                .contains(
                        "capture 127.0.0.1:12380: database -> (TLS ended here, certificates minted by CN=mint, expires ");
    }

    @Test
    void formerKey_isAWarning() throws IOException {
        Path file = write("a.yaml", NODE + "link: {listen: 127.0.0.1:15000, ready: 2}\n");

        assertThat(check(file)).isZero();
        assertThat(written()).contains("warning: " + file + ":5:33: link.ready is now link.min-idle;");
    }

    @Test
    void start_logsFormerKeys() throws Exception {
        Path file = write(
                "a.yaml",
                NODE + "link: {listen: 127.0.0.1:15000, ready: 2, tls: {cert: a.yaml, key: a.yaml, ca: a.yaml}}\n");

        assertThat(new Run(ConfigSource.of(file), new Foreground()).call()).isEqualTo(Narrows.EXIT_BAD_INPUT);

        assertThat(told.toString(StandardCharsets.UTF_8).lines())
                .filteredOn(line -> line.contains("link.ready"))
                .singleElement()
                .asString()
                .contains(file + ":5:33", "link.min-idle");
    }

    @Test
    void sharedFile_isCheckedForEachNode_unlessOneIsNamed() throws IOException {
        Path file = write("a.yaml", SHARED);

        assertThat(check(file)).isZero();
        assertThat(written())
                .startsWith(
                        file
                                + ": ok for each of its nodes, n1 and n2 (--node ID also checks a node's certificates; --all, that the nodes agree)\n");

        written.reset();
        assertThat(Narrows.execute("check", "--config", file.toString(), "--node", "n2"))
                .isZero();
        assertThat(written()).startsWith(file + ": ok\n");
    }

    @Test
    void placeFromThePlatform_isAskedFor_unlessTheFileIsCheckedForAllNodes() throws IOException {
        Path shared = write("a.yaml", SHARED.replaceAll("region: r1, zone: z.", "region: auto, zone: auto"));
        Path own = write("b.yaml", SHARED.replaceAll("host: h.", "host: auto"));

        assertThat(check(shared)).isZero();
        assertThat(Narrows.execute("check", "--config", own.toString(), "--node", "n2"))
                .isZero();
        assertThat(told()).isEmpty();
    }

    @Test
    void placeFromThePlatform_isAskedForByProcessesThatRun() throws IOException {
        Path file = write("a.yaml", SHARED.replaceAll("host: h.", "host: auto"));

        Run run = Run.of("run", "--node", "n1", "-c", file.toString()).orElseThrow();

        assertThat(run.source().platform()).isInstanceOf(MachinePlace.class);
        assertThat(Narrows.execute(
                        "explain", "--config", file.toString(), "--node", "n1", "--peer", "n2", "--class", "bulk"))
                .isZero();
        assertThat(told()).isEmpty();
    }

    @Test
    void mistakeOfASharedFile_isReportedOnce() throws IOException {
        Path file = write("a.yaml", SHARED + "policy: [{peer: n3, codec: none}, {codec: lzma}]\n");

        assertThat(check(file)).isEqualTo(Narrows.EXIT_BAD_INPUT);

        assertThat(told().lines()).hasSize(2);
        assertThat(told()).contains(":7:17: unknown peer \"n3\"", ":7:43: unknown codec \"lzma\"");
    }

    /** The listener that n2 has for connections to n1 does not exist on n1 itself. */
    @Test
    void mistakeOfSomeNodesOfASharedFile_namesThem() throws IOException {
        Path file = write("a.yaml", SHARED + "metrics: {peer-detail: none}\n");
        assertThat(check(file)).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).doesNotContain("(for ");

        told.reset();
        Path other = write("b.yaml", SHARED + "capture: [{listen: 127.0.0.1:15000, peer: n1, target: app}]\n");

        assertThat(check(other)).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).contains("(for n2)");
    }

    @Test
    void allOfASharedFile_checksThatItsNodesAgree() throws IOException {
        Path file = write(
                "a.yaml",
                SHARED.replace("link: {listen: '127.0.0.1:15000'}", "link: {listen: '0.0.0.0:15000', plaintext: true}")
                        .replaceAll("127\\.0\\.0\\.([12]):15000", "10.0.0.$1:15000"));

        assertThat(Narrows.execute("check", "--all", file.toString())).isZero();

        assertThat(written()).isEqualTo(file + ": ok, 2 configurations agree\n");
    }

    @Test
    void nodeThatASharedFileDoesNotList_isAMistake() throws Exception {
        Path file = write("a.yaml", SHARED);

        assertThat(Narrows.execute("check", "--config", file.toString(), "--node=n3"))
                .isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).startsWith(file + ":2:1: unknown node \"n3\" of --node, expected the node n1 or n2");

        told.reset();
        Run run = Run.of("run", "--node", "n4", "-c", file.toString()).orElseThrow();
        assertThat(run.call()).isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).startsWith(file + ":2:1: unknown node \"n4\"");
    }

    @Test
    void nodeOfAFolder_isRefused() {
        assertThat(Narrows.execute("check", "--all", directory.toString(), "--node", "n1"))
                .isEqualTo(Narrows.EXIT_BAD_INPUT);
        assertThat(told()).startsWith("--node applies to --config, not to --all");
    }

    private Path write(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    private static int check(Path file) {
        return Narrows.execute("check", "--config", file.toString());
    }

    private String written() {
        return written.toString(StandardCharsets.UTF_8);
    }

    private String told() {
        return told.toString(StandardCharsets.UTF_8);
    }
}

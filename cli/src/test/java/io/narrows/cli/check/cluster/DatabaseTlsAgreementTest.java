package io.narrows.cli.check.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.CertificateTemplate;
import io.narrows.testkit.Openssl;
import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTlsAgreementTest {
    private static final String BEGUN = "tls: {ca: db.pem, plaintext: true}";
    private static final String ENDED = "tls: {cert: db.pem, key: db.key, plaintext: true}";
    private static final String SHARED = """
            version: 1
            nodes:
              - {id: n1, region: r, zone: z1, host: h1, link: a:15000, targets: {app: {address: 127.0.1.1:7000, peers: [n2], BEGUN}}}
              - {id: n2, region: r, zone: z2, host: h2, link: b:15000, targets: {app: {address: 127.0.1.2:7000, peers: [n1], BEGUN}}}
            link: {listen: 0.0.0.0:15000, plaintext: true}
            targets: {}
            capture:
              - {listen: 127.0.1.1:7000, peer: n1, target: app, ENDED}
              - {listen: 127.0.1.2:7000, peer: n2, target: app, ENDED}
            """.replace("BEGUN", BEGUN).replace("ENDED", ENDED);

    private static final String TRANSPARENT = SHARED.substring(0, SHARED.indexOf("capture:"))
            + "capture: [{transparent: 127.0.0.1:15001, ports: [7000], " + ENDED + "}]\n";

    @TempDir
    private Path folder;

    @TempDir
    private static Path certificates;

    @BeforeAll
    static void createCertificate() throws Exception {
        SelfSigned.of(new CertificateTemplate("db").dns("n1.example", "*.zone.example"), certificates);
    }

    @BeforeEach
    void copyCertificate() throws IOException {
        for (String name : List.of("db.pem", "db.key")) {
            Files.copy(certificates.resolve(name), folder.resolve(name));
        }
    }

    @Test
    void tlsOnBothSides_agrees() throws IOException {
        assertThat(mistakes(SHARED)).isEmpty();
        assertThat(mistakes(TRANSPARENT)).isEmpty();
    }

    @Test
    void captureThatEndsTls_needsATargetThatBeginsIt() throws IOException {
        String file = SHARED.replace("peers: [n2], " + BEGUN, "peers: [n2]");

        assertThat(mistakes(file))
                .singleElement()
                .asString()
                .startsWith("DIR/narrows.yaml:8:")
                .contains(
                        "TLS is ended here, but target \"app\" of \"n1\" does not begin it again (DIR/narrows.yaml:3:")
                .endsWith("expected a map in tls of that target, or no tls here");
    }

    @Test
    void targetThatBeginsTls_needsACaptureThatEndsIt() throws IOException {
        String file = SHARED.replace("peer: n2, target: app, " + ENDED, "peer: n2, target: app");

        assertThat(mistakes(file))
                .singleElement()
                .asString()
                .startsWith("DIR/narrows.yaml:9:")
                .contains(
                        "target \"app\" of \"n2\" begins TLS (DIR/narrows.yaml:4:", "but this capture does not end it");
    }

    @Test
    void plaintext_mustStandOnBothSides() throws Exception {
        String linkTls =
                "link: {listen: 0.0.0.0:15000, tls: {cert: db.pem, key: db.key, ca: db.pem, mode: permissive}}";
        String file = SHARED.replace("link: {listen: 0.0.0.0:15000, plaintext: true}", linkTls)
                .replace("peers: [n1], " + BEGUN, "peers: [n1], tls: {ca: db.pem}");

        assertThat(mistakes(file))
                .singleElement()
                .asString()
                .startsWith("DIR/narrows.yaml:4:")
                .contains("plaintext: true stands only on the other side, in tls of the capture (DIR/narrows.yaml:9:");
    }

    @Test
    void portsOfATransparentCapture_needTargetsThatBeginTls() throws IOException {
        assertThat(mistakes(TRANSPARENT.replace("ports: [7000]", "ports: [7000, 7001]")))
                .hasSize(2)
                .anySatisfy(line -> assertThat(line)
                        .contains("TLS is ended here, but \"n2\" has no target with port 7001 that begins it again"));
        assertThat(mistakes(TRANSPARENT.replace(", " + ENDED, "")))
                .hasSize(2)
                .allSatisfy(line -> assertThat(line).contains("but this capture does not end it"));
    }

    @Test
    void certificateWithoutANameThatTheDatabaseDials_isNamed() throws IOException {
        Files.writeString(folder.resolve("hosts"), "127.0.1.1 n1.example\n127.0.1.2 n2.example n2.narrows\n");

        assertThat(mistakes(SHARED))
                .filteredOn(line -> line.contains("has no name that the database dials"))
                .singleElement()
                .asString()
                .startsWith("DIR/narrows.yaml:9:")
                .contains(
                        "the certificate of n1.example and *.zone.example (DIR/db.pem)",
                        "which are n2.example and n2.narrows (DIR/hosts:2:1)");
    }

    @Test
    void wildcardOfTheCertificate_coversNames() throws IOException {
        Files.writeString(folder.resolve("hosts"), "127.0.1.1 n1.example\n127.0.1.2 n2.zone.example\n");

        assertThat(mistakes(SHARED)).noneMatch(line -> line.contains("has no name that the database dials"));
    }

    @Test
    void nameThatTheDatabaseDials_mustBeThePeers_ifItIsMinted() throws Exception {
        mint("permitted;DNS:example");
        Files.writeString(folder.resolve("hosts"), "127.0.1.1 n1.example\n127.0.1.2 n2.example n2.narrows\n");

        assertThat(ofMint(minting("n1.example", "other.example")))
                .singleElement()
                .asString()
                .startsWith("DIR/narrows.yaml:9:")
                .contains(
                        "mint makes certificates for the names of \"n2\" only, which are other.example, and the database"
                                + " dials n2.example and n2.narrows (DIR/hosts:2:1)")
                .endsWith("expected one of the dialed names in addresses of the peer");
    }

    @Test
    void nameThatTheDatabaseDials_mustBePermitted_ifItIsMinted() throws Exception {
        mint("permitted;DNS:n1.example");
        Files.writeString(folder.resolve("hosts"), "127.0.1.1 n1.example\n127.0.1.2 n2.example\n");

        assertThat(ofMint(minting("n1.example", "n2.example")))
                .singleElement()
                .asString()
                .startsWith("DIR/narrows.yaml:9:")
                .contains(
                        "the name constraints of DIR/mint.pem permit no certificate for what the database dials, which is"
                                + " n2.example (DIR/hosts:2:1)");
    }

    @Test
    void permittedNameOfThePeer_agrees_ifItIsMinted() throws Exception {
        mint("permitted;DNS:example");
        Files.writeString(folder.resolve("hosts"), "127.0.1.1 N1.example\n127.0.1.2 n2.narrows n2.example\n");

        assertThat(ofMint(minting("n1.example", "n2.example"))).isEmpty();
    }

    /** Returns the mistakes about captures: the names of links must not be in a hosts file, which is another mistake. */
    private List<String> ofMint(String yaml) throws IOException {
        return mistakes(yaml).stream()
                .filter(line -> !line.contains("not overridden in the hosts file"))
                .toList();
    }

    private void mint(String names) throws Exception {
        Openssl.authority(folder, "mint", names + ",excluded;IP:0.0.0.0/0.0.0.0,excluded;IP:::/::");
    }

    private static String minting(String link1, String link2) {
        return SHARED.replace("{cert: db.pem, key: db.key,", "{mint: {cert: mint.pem, key: mint.key},")
                .replace("link: a:15000", "link: " + link1 + ":15000")
                .replace("link: b:15000", "link: " + link2 + ":15000");
    }

    private List<String> mistakes(String yaml) throws IOException {
        Path file = Files.writeString(folder.resolve("narrows.yaml"), yaml);
        return ClusterCheck.of(file, Map.of(), Instant.now()).mistakes().stream()
                .map(line -> line.replace(folder.toString(), "DIR"))
                .toList();
    }
}

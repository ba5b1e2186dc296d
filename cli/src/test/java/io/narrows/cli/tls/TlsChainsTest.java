package io.narrows.cli.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.PeerId;
import io.narrows.testkit.CertificateTemplate;
import io.narrows.testkit.SelfSigned;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.ZoneOffset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsChainsTest {
    private static final String NODE = """
            version: 1
            node: {id: a, region: r1, zone: z1, host: h1}
            LINK
            targets:
              raft:
                address: 127.0.0.1:2380
                peers: [b]
                tls: {cert: db.pem, key: db.key, ca: db.pem, server-name: a.example, plaintext: true}
            peers:
              - {id: b, link: 10.0.0.2:15000}
              - {id: c, link: 10.0.0.3:15000}
            capture:
              - {listen: 127.0.1.2:2380, peer: b, target: raft, tls: {cert: db.pem, key: db.key, plaintext: true}}
              - {transparent: 127.0.0.1:15001, ports: [2380, 2381], source: own, tls: {cert: db.pem, key: db.key, plaintext: true}}
            """;
    private static final String TLS = "link: {listen: 127.0.0.1:15000, tls: {cert: db.pem, key: db.key, ca: db.pem}}";
    private static final String PLAIN = "link: {listen: 127.0.0.1:15000}";

    @TempDir
    private Path folder;

    private String certificate;

    @BeforeEach
    void createCertificate() throws Exception {
        SelfSigned own = SelfSigned.of(
                new CertificateTemplate("db")
                        .dns("b.example", "c.example")
                        .ip("10.0.0.2")
                        .dns("d.example"),
                folder);
        certificate = "b.example, c.example, 10.0.0.2 and 1 more, expires "
                + own.end().atOffset(ZoneOffset.UTC).toLocalDate();
    }

    @Test
    void check_printsEachCaptureAndTarget() throws Exception {
        assertThat(TlsChains.of(config(TLS)))
                .containsExactly(
                        "capture 127.0.1.2:2380: database -> (TLS ended here, certificate of " + certificate
                                + ") -> link to b (TLS) -> (TLS begun there) -> raft",
                        "capture 127.0.0.1:15001: database -> (TLS ended here, certificate of " + certificate
                                + ") -> link to the peer (TLS) -> (TLS begun there) -> ports 2380 2381",
                        "target raft: database -> (TLS ended there) -> link (TLS) -> (TLS begun here, as " + certificate
                                + ", to a.example) -> raft at 127.0.0.1:2380");
    }

    @Test
    void mintedCertificates_areNamedByTheirAuthority() throws Exception {
        SelfSigned.of(new CertificateTemplate("mint"), folder);
        Files.setPosixFilePermissions(folder.resolve("mint.key"), PosixFilePermissions.fromString("rw-------"));
        String minting = NODE.replace("LINK", TLS)
                .replace(
                        "raft, tls: {cert: db.pem, key: db.key,", "raft, tls: {mint: {cert: mint.pem, key: mint.key},");

        assertThat(TlsChains.ofPeer(ConfigLoader.parse("a.yaml", minting, folder), new PeerId("b")))
                .contains("TLS chain    database -> (TLS ended here, certificates minted by CN=mint, expires ");
    }

    @Test
    void explain_printsThoseOfThePeer() throws Exception {
        assertThat(TlsChains.ofPeer(config(PLAIN), new PeerId("b")).lines())
                .hasSize(3)
                .allSatisfy(line ->
                        assertThat(line).startsWith("TLS chain    database -> ").contains("(plain text)"));
        assertThat(TlsChains.ofPeer(config(PLAIN), new PeerId("c")).lines())
                .singleElement()
                .asString()
                .endsWith("link to c (plain text) -> (TLS begun there) -> ports 2380 2381");
    }

    @Test
    void permissiveLink_mayBePlainText() throws Exception {
        assertThat(TlsChains.ofPeer(
                        config(TLS.replace("ca: db.pem}", "ca: db.pem, mode: permissive}")), new PeerId("c")))
                .contains("link to c (TLS or plain text)");
    }

    @Test
    void unreadableCertificate_isNamedByItsFile() throws Exception {
        Files.writeString(folder.resolve("db.pem"), "garbage");

        assertThat(TlsChains.ofPeer(config(PLAIN), new PeerId("c")))
                .contains("(TLS ended here, certificate of " + folder.resolve("db.pem") + ")");
    }

    private Config config(String link) throws Exception {
        return ConfigLoader.parse("a.yaml", NODE.replace("LINK", link), folder);
    }
}

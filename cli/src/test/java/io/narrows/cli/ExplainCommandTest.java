package io.narrows.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.testkit.SelfSigned;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ExplainCommandTest {
    private static final String CONFIG = """
            version: 1
            node: {id: db-1, region: us, zone: us-1, host: h1}
            link: {listen: 127.0.0.1:15001, warm-up: 0s}
            targets: {}
            peers:
              - {id: db-2, region: us, zone: us-2, host: h2, link: 10.0.2.7:15001}
              - {id: db-3, region: eu, zone: eu-1, host: h3, link: 10.9.0.4:15001}
            policy:
              - {class: heartbeat, codec: none}
              - {tier: cross-region, codec: zstd, level: 3, min-size: 64B, linger: 2ms}
            tariff:
              cross-zone: {sent: 0.01, received: 0.01}
              cross-region: {sent: 0.02, received: 0}
            admin: {listen: "127.0.0.1:1"}
            """;

    @TempDir
    private Path directory;

    private final StringWriter out = new StringWriter();
    private Path file;

    @BeforeEach
    void write() throws IOException {
        file = Files.writeString(directory.resolve("narrows.yaml"), CONFIG);
    }

    @Test
    void peersOfASharedFile_areThoseOfTheNode() throws IOException {
        Files.writeString(file, """
                version: 1
                nodes:
                  - {id: n1, region: us, zone: us-1, host: h1, link: '10.0.0.1:15000'}
                  - {id: n2, region: us, zone: us-1, host: h1, link: '10.0.0.2:15000'}
                  - {id: n3, region: eu, zone: eu-1, host: h3, link: '10.0.0.3:15000'}
                link: {listen: '0.0.0.0:15000', plaintext: true}
                targets: {}
                """);

        assertThat(explain("--all", "--node", "n2")).isZero();
        assertThat(out.toString().lines().skip(1).map(line -> line.replaceAll(" +.*", "")))
                .containsExactly("n1", "n3");
        assertThat(explain("--all")).isEqualTo(Narrows.EXIT_BAD_INPUT);
    }

    @Test
    void all_isATableOfPeersAndClasses() {
        assertThat(explain("--all")).isZero();

        List<String> lines = out.toString().lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0))
                .startsWith("peer  tier ")
                .contains(" heartbeat ")
                .endsWith(" price");
        assertThat(lines.get(1))
                .matches("db-2  cross-zone +.*none \\(1\\).*none \\(-\\).* 0\\.01 USD per GB sent, 0\\.01 received");
        assertThat(lines.get(2)).matches("db-3  cross-region +.*zstd:3 \\(2\\).* 0\\.02 USD per GB sent, 0 received");
    }

    @Test
    void all_forPrograms_isAnObjectForEachPeerAndClass() {
        assertThat(explain("--all", "--output", "json")).isZero();

        assertThat(out.toString().lines())
                .contains(
                        "{\"peer\":\"db-3\",\"class\":\"bulk\",\"tier\":\"cross-region\",\"rule\":{\"number\":2,\"place\":\""
                                + file
                                + ":10:5\"},\"codec\":\"zstd\",\"level\":3,\"window_bytes\":2097152,\"linger_us\":2000,\"min_size_bytes\":64,"
                                + "\"shared_history\":false,\"primed\":\"none\",\"dictionary\":\"none\",\"unpack\":[],\"usd_sent\":0.02,\"usd_received\":0.0,\"usd_per\":\"GB\"}")
                .anyMatch(line -> line.startsWith(
                        "{\"peer\":\"db-2\",\"class\":\"bulk\",\"tier\":\"cross-zone\",\"rule\":null,"));
    }

    @Test
    void codecAuto_isNamed_withoutACodecThatMayChange() throws IOException {
        Files.writeString(file, CONFIG.replace("codec: zstd, level: 3", "codec: auto"));

        assertThat(explain("--all")).isZero();
        assertThat(explain("--peer", "db-3", "--output", "json")).isZero();
        assertThat(explain("--peer", "db-3")).isZero();

        assertThat(out.toString())
                .containsPattern("db-3 +cross-region .* auto \\(2\\)")
                .contains("\"codec\":\"auto\",\"level\":null,\"window_bytes\":null,\"linger_us\":2000")
                .contains("compression  auto (zstd:1 until measured), linger 2ms, min-size 64B\n"
                        + "auto         objective dollars, candidates zstd:1, lz4, gzip:6, zstd:3, zstd:9, dense:2 and none;"
                        + " the running sidecar shows its choice at /auto\n");
    }

    @Test
    void formatsToUnpack_areShown() throws IOException {
        Files.writeString(file, CONFIG.replace("linger: 2ms", "unpack: [lz4, gzip]"));

        assertThat(explain("--all")).isZero();
        assertThat(explain("--peer", "db-3", "--output", "json")).isZero();
        assertThat(explain("--peer", "db-3")).isZero();

        assertThat(out.toString())
                .containsPattern("db-3 +cross-region .* zstd:3, unpack \\(2\\) ")
                .contains(
                        "\"shared_history\":false,\"primed\":\"none\",\"dictionary\":\"none\",\"unpack\":[\"lz4\",\"gzip\"],")
                .contains("compression  zstd:3, window 2MiB, min-size 64B, unpacks lz4 and gzip\n");
    }

    @Test
    void onePeer_forPrograms_isOneObject() {
        assertThat(explain("--peer", "db-2", "--class", "heartbeat", "--output", "json"))
                .isZero();

        assertThat(out.toString().lines())
                .singleElement()
                .asString()
                .contains("\"class\":\"heartbeat\"", "\"number\":1");
    }

    @Test
    void onePeer_isExplained() {
        assertThat(explain("--peer", "db-3")).isZero();

        assertThat(out.toString())
                .contains("chosen by    rule 2 at " + file + ":10:5")
                .contains("not matched");
    }

    @Test
    void tlsOfDatabases_isExplained() throws Exception {
        SelfSigned.of("db", 3, directory);
        Files.writeString(file, CONFIG.replace("targets: {}", "targets: {raft: 127.0.0.1:2380}") + """
                capture:
                  - {listen: 127.0.1.3:2380, peer: db-3, target: raft, tls: {cert: db.pem, key: db.key, plaintext: true}}
                """);

        assertThat(explain("--peer", "db-3")).isZero();

        assertThat(out.toString())
                .contains("TLS chain    database -> (TLS ended here, certificate of db, expires ")
                .contains(") -> link to db-3 (plain text) -> (TLS begun there) -> raft\n");
    }

    @Test
    void neitherPeerNorAll_isRefused() {
        assertThat(explain()).isEqualTo(Narrows.EXIT_BAD_INPUT);
    }

    private int explain(String... more) {
        List<String> arguments = new ArrayList<>(List.of("explain", "--config", file.toString()));
        arguments.addAll(List.of(more));
        CommandLine line = Narrows.commandLine(arguments.toArray(String[]::new));
        line.setOut(new PrintWriter(out, true));
        line.setErr(new PrintWriter(new StringWriter()));
        return line.execute(arguments.toArray(String[]::new));
    }
}

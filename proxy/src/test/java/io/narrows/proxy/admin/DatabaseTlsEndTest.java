package io.narrows.proxy.admin;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.Config;
import io.narrows.config.ConfigLoader;
import io.narrows.config.PeerId;
import io.narrows.proxy.link.LinkState;
import io.narrows.proxy.link.registry.LinkSummary;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DatabaseTlsEndTest {
    private static final String YAML = """
            version: 1
            node: {id: a, region: r1, zone: z1, host: h1}
            link: {listen: 127.0.0.1:15000}
            targets:
              raft: {address: 127.0.0.1:2380, peers: [b], tls: {ca: db.pem, plaintext: true}}
              web: 127.0.0.1:80
            peers: [{id: b, link: 10.0.0.2:15000}, {id: c, link: 10.0.0.3:15000}]
            capture:
              - {listen: 127.0.1.2:2380, peer: b, target: raft, tls: {cert: db.pem, key: db.pem, plaintext: true}}
              - {listen: 127.0.1.2:80, peer: b, target: web}
              - {transparent: 127.0.0.1:15001, ports: [2390], tls: {cert: db.pem, key: db.pem, plaintext: true}}
            """;

    @TempDir
    private Path folder;

    private Config config;

    @BeforeEach
    void load() throws Exception {
        Files.writeString(folder.resolve("db.pem"), "");
        config = ConfigLoader.parse("a.yaml", YAML, folder);
    }

    @Test
    void linkOfACapture_isThatOfItsPeerAndTarget() {
        assertThat(DatabaseTlsEnd.of(config, link("b", true, "raft"))).isEqualTo(DatabaseTlsEnd.ENDED);
        assertThat(DatabaseTlsEnd.of(config, link("b", true, "10.0.0.2:2390"))).isEqualTo(DatabaseTlsEnd.ENDED);
        assertThat(DatabaseTlsEnd.of(config, link("b", true, "web"))).isEqualTo(DatabaseTlsEnd.NONE);
        assertThat(DatabaseTlsEnd.of(config, link("c", true, "raft"))).isEqualTo(DatabaseTlsEnd.NONE);
        assertThat(DatabaseTlsEnd.of(config, link("b", true, "10.0.0.2:2380"))).isEqualTo(DatabaseTlsEnd.NONE);
    }

    @Test
    void linkToATarget_isThatOfItsNameOrPort() {
        assertThat(DatabaseTlsEnd.of(config, link("b", false, "raft"))).isEqualTo(DatabaseTlsEnd.BEGUN);
        assertThat(DatabaseTlsEnd.of(config, link("b", false, "10.0.0.1:2380"))).isEqualTo(DatabaseTlsEnd.BEGUN);
        assertThat(DatabaseTlsEnd.of(config, link("b", false, "web"))).isEqualTo(DatabaseTlsEnd.NONE);
        assertThat(DatabaseTlsEnd.of(config, link("b", false, "10.0.0.1:2390"))).isEqualTo(DatabaseTlsEnd.NONE);
    }

    @Test
    void nonsenseOfAPeer_isNoTarget() {
        assertThat(List.of(":", "x:y", "10.0.0.1:999999", "no such", "raft:"))
                .allSatisfy(target -> assertThat(DatabaseTlsEnd.of(config, link("b", false, target)))
                        .isEqualTo(DatabaseTlsEnd.NONE));
    }

    @Test
    void unusedLink_hasNone() {
        assertThat(DatabaseTlsEnd.of(config, link("b", true, ""))).isEqualTo(DatabaseTlsEnd.NONE);
        assertThat(DatabaseTlsEnd.of(config, link("b", false, ""))).isEqualTo(DatabaseTlsEnd.NONE);
    }

    @Test
    void links_sayWhichEndIsHere() {
        assertThat(LinksJson.render(List.of(link("b", true, "raft"), link("b", false, "web")), config))
                .contains("\"target\":\"raft\"", "\"tls\":true,\"database_tls\":\"ended\"")
                .contains("\"target\":\"web\"", "\"tls\":true,\"database_tls\":\"\"");
    }

    private static LinkSummary link(String peer, boolean dialled, String target) {
        return new LinkSummary(
                new PeerId(peer),
                dialled,
                LinkState.OPEN,
                target,
                "",
                "",
                "",
                0,
                0,
                Set.of(),
                0,
                true,
                Set.of(),
                0,
                0,
                true,
                0);
    }
}

package io.narrows.proxy.dictionary;

import static io.narrows.proxy.dictionary.Dictionaries.OTHER_PEER;
import static io.narrows.proxy.dictionary.Dictionaries.PEER;
import static io.narrows.proxy.dictionary.Dictionaries.RAFT;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.config.ConfigLoader;
import io.narrows.config.TargetName;
import io.narrows.proxy.live.LiveConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests for which targets a peer may send dictionaries. */
final class KnownTargetsTest {
    private static final TargetName SQL = new TargetName("sql");
    private static final TargetName LOGS = new TargetName("logs");

    private KnownTargets targets;

    @BeforeEach
    void read() throws Exception {
        targets = KnownTargets.of(new LiveConfig(ConfigLoader.parse("a.yaml", """
                version: 1
                node: {id: db-1, region: r, zone: z, host: h}
                link: {listen: 127.0.0.1:15000, plaintext: true}
                targets:
                  sql: {address: 127.0.0.1:5432, peers: [db-2]}
                  raft: {address: 127.0.0.1:2380, peers: [db-3]}
                  logs: {address: 127.0.0.1:9000, peers: [db-3]}
                peers:
                  - {id: db-2, link: 10.0.0.2:15000, addresses: {logs: 10.0.0.2:9000}}
                  - {id: db-3, link: 10.0.0.3:15000}
                capture:
                  - {listen: 127.0.0.1:12380, peer: db-2, target: raft}
                policy: []
                """, Path.of("."))));
    }

    @Test
    void targetOfAPeer_isKnownIfACaptureLeadsToIt() {
        assertThat(targets.has(PEER, RAFT, true)).isTrue();
        assertThat(targets.has(PEER, LOGS, true)).isTrue();
        assertThat(targets.has(PEER, SQL, true)).isFalse();
        assertThat(targets.has(OTHER_PEER, RAFT, true)).isFalse();
    }

    @Test
    void targetHere_isKnownIfThePeerMayOpenIt() {
        assertThat(targets.has(PEER, SQL, false)).isTrue();
        assertThat(targets.has(OTHER_PEER, SQL, false)).isFalse();
        assertThat(targets.has(PEER, RAFT, false)).isFalse();
        assertThat(targets.has(PEER, new TargetName("none"), false)).isFalse();
    }
}

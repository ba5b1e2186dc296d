package io.narrows.middleware;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    @TempDir
    Path folder;

    @Test
    void ruleWithCodecAuto_isRefused() throws Exception {
        Path file = Files.writeString(folder.resolve("narrows.yaml"), """
                version: 1
                node: {id: db-1, region: us-east-1, zone: us-east-1a, host: h1}
                link: {listen: 127.0.0.1:15000}
                targets: {raft: 127.0.0.1:2380}
                peers:
                  - {id: db-2, region: eu-west-1, zone: eu-west-1a, host: h3, link: 10.0.0.2:15000}
                policy:
                  - {tier: same-host, codec: none}
                  - {codec: auto}
                """);

        assertThatThrownBy(() -> Narrows.fromFile(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rule 2 at " + file
                        + ":9:5: the gRPC middleware has no codec auto (expected: a codec, such as zstd)");
    }
}

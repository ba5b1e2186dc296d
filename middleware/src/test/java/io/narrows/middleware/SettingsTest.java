package io.narrows.middleware;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsTest {
    @TempDir
    Path folder;

    @Test
    void ruleWithCodecAuto_isRefused() throws Exception {
        Path file = file("{codec: auto}");

        assertThatThrownBy(() -> Narrows.fromFile(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("rule 2 at " + file
                        + ":9:5: the gRPC middleware has no codec auto (expected: a codec, such as zstd)");
    }

    /** Messages are compressed by gRPC or by the middleware, so that nothing has to be unpacked. */
    @Test
    void keysOfSidecars_areIgnored() throws Exception {
        Path file = file("{codec: zstd, linger: 1ms, window: 1MiB, unpack: [lz4, gzip]}");

        assertThatCode(() -> Narrows.fromFile(file)).doesNotThrowAnyException();
    }

    private Path file(String rule) throws IOException {
        return Files.writeString(folder.resolve("narrows.yaml"), """
                version: 1
                node: {id: db-1, region: us-east-1, zone: us-east-1a, host: h1}
                link: {listen: 127.0.0.1:15000}
                targets: {raft: 127.0.0.1:2380}
                peers:
                  - {id: db-2, region: eu-west-1, zone: eu-west-1a, host: h3, link: 10.0.0.2:15000}
                policy:
                  - {tier: same-host, codec: none}
                  - %s
                """.formatted(rule));
    }
}

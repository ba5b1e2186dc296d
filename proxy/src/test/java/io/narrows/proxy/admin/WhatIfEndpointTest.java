package io.narrows.proxy.admin;

import static io.narrows.proxy.support.Admin.get;
import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.proxy.support.EchoServer;
import io.narrows.proxy.support.SidecarPair;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code /what-if}, with and without the key. */
@Timeout(60)
final class WhatIfEndpointTest {
    @TempDir
    private Path folder;

    @Test
    void key_appliesToTheNodeThatHasIt() throws Exception {
        try (EchoServer target = EchoServer.echoing();
                SidecarPair pair = new SidecarPair(folder, target.port(), "- {codec: zstd}")
                        .withKeys("what-if: true\n")
                        .start()) {
            assertThat(get(pair, "a", "/what-if")).contains("\"what_if\":true", "\"rows\":[]");
            assertThat(get(pair, "b", "/what-if")).contains("\"what_if\":false", "\"rows\":[]");
        }
    }
}

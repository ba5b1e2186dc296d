package io.narrows.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class BenchScriptTest {
    @Test
    void into_isTheFormerNameOfUpdateDoc() throws IOException, InterruptedException {
        Process bench = new ProcessBuilder("../bin/bench", "db", "--into", "/nowhere/page.md")
                .redirectErrorStream(true)
                .start();

        String told = new String(bench.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(bench.waitFor()).isEqualTo(1);
        assertThat(told).isEqualTo("""
                bench: --into is now --update-doc; the next release will remove --into
                bench: --update-doc /nowhere/page.md: no such file
                """);
    }
}

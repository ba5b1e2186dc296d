package io.narrows.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartTest {
    @TempDir
    Path directory;

    @Test
    void processWithAnUnknownLevel_doesNotStart() throws Exception {
        Path output = directory.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "io.narrows.cli.Start",
                        "version"))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("NARROWS_LOG_LEVEL", "loud");

        assertThat(builder.start().waitFor()).isEqualTo(2);
        assertThat(output).content().startsWith("narrows: unknown value \"loud\" of NARROWS_LOG_LEVEL");
    }
}

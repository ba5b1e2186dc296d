package io.narrows.cli.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.narrows.lab.process.FreePorts;
import io.narrows.lab.process.JavaCommand;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoreTrainingTest {
    private static final String SIDECAR = """
            version: 1
            node: {id: near, region: near, zone: near, host: near}
            link: {listen: 127.0.0.1:%d, warm-up: 1s}
            targets: {page: 127.0.0.1:9}
            peers: [{id: far, region: far, zone: far, host: far, link: 127.0.0.1:9}]
            capture: [{listen: 127.0.0.1:%d, peer: far, target: page}]
            policy: [{codec: lz4}]
            """;

    @TempDir
    private Path folder;

    @Test
    void memberThatCannotStart_endsTheTraining() throws Exception {
        FreePorts ports = new FreePorts();
        Path config = Files.writeString(folder.resolve("near.yaml"), SIDECAR.formatted(ports.next(), ports.next()));
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.createFile(data.resolve("member-1")); // where a directory is expected
        Path log = folder.resolve("log");

        Process training = new ProcessBuilder(JavaCommand.of(StoreTraining.class, config.toString(), data.toString()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(training.waitFor(1, TimeUnit.MINUTES))
                    .as("it ends while the other members wait for the one that failed")
                    .isTrue();
            assertThat(training.exitValue()).isEqualTo(1);
            assertThat(log).content().contains("member-1");
        } finally {
            training.destroyForcibly();
        }
    }
}

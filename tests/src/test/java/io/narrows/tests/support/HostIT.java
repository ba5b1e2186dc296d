package io.narrows.tests.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @TempDir
    private Path directory;

    @Test
    void processesStartedByAShell_endWithTheHost() {
        String pid;
        try (Network network = new Network(directory)) {
            Server shell = network.host("machine").start("shell", List.of("sh", "-c", "sleep 1000 & echo $!; wait"));
            await().atMost(LIMIT).until(() -> shell.log().endsWith("\n"));
            pid = shell.log().strip();
            assertThat(runs(pid)).isTrue();
        }

        await().atMost(LIMIT).until(() -> !runs(pid));
    }

    /** Returns whether a process is running; an ended one remains as a zombie until its parent waits for it. */
    private static boolean runs(String pid) {
        try {
            return !Files.readString(Path.of("/proc", pid, "stat")).contains(") Z ");
        } catch (IOException e) {
            return false; // gone, possibly while it was read
        }
    }
}

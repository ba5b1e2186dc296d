package io.narrows.tests.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests signals of the tests' JVM, and the end of processes started by a test. */
class TestProcessesIT {
    private static final long INTERRUPT_AND_QUIT = 0b110;

    @Test
    void jvm_startedWithSignalsIgnored_doesNotIgnoreThem(@TempDir Path directory) throws IOException {
        Path java = directory.resolve("java");
        Files.createFile(java, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        Files.writeString(java, "#!/bin/sh\ngrep SigIgn /proc/self/status\n");

        String ignored = Command.run(
                "env",
                "NARROWS_TEST_JAVA=" + java,
                "bash",
                "-c",
                "trap '' INT QUIT; exec \"$0\"",
                Path.of("src", "test", "jvm", "bin", "java").toAbsolutePath().toString());

        assertThat(ignored).startsWith("SigIgn:");
        assertThat(Long.parseUnsignedLong(ignored.substring("SigIgn:".length()).trim(), 16) & INTERRUPT_AND_QUIT)
                .isZero();
    }

    @Test
    void processThatWasLeft_isKilled() throws IOException {
        Set<ProcessHandle> before = LeftoverProcesses.running();
        Process left = new ProcessBuilder("sleep", "600").start();

        LeftoverProcesses.killAllBut(before);

        await().atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(left.isAlive()).isFalse());
    }

    @Test
    void childOfAProcessThatRanBefore_livesOn() throws IOException {
        Process parent = new ProcessBuilder("bash", "-c", "read; sleep 600 & echo $!; wait").start();
        try {
            Set<ProcessHandle> before = LeftoverProcesses.running();
            parent.outputWriter().append('\n').flush();
            long child = Long.parseLong(parent.inputReader().readLine());

            LeftoverProcesses.killAllBut(before);

            assertThat(ProcessHandle.of(child)).get().matches(ProcessHandle::isAlive);
        } finally {
            parent.descendants().forEach(ProcessHandle::destroyForcibly);
            parent.destroyForcibly();
        }
    }
}

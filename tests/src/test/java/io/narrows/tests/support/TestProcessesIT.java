package io.narrows.tests.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/** Signals of the tests' JVM, and the end of what a test started. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TestProcessesIT {
    private static final long INTERRUPT_AND_QUIT = 0b110;

    private static Process left;
    private static Process ofTheClass;
    private static long childOfTheClass;

    @BeforeAll
    static void startOneForAllTests() throws IOException {
        ofTheClass = new ProcessBuilder("bash", "-c", "read; sleep 600 & echo $!; wait").start();
    }

    @AfterAll
    static void endIt() {
        ofTheClass.descendants().forEach(ProcessHandle::destroy);
        ofTheClass.destroy();
    }

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
    @Order(1)
    void test_leavesAProcess() throws IOException {
        left = new ProcessBuilder("sleep", "600").start();

        assertThat(left.isAlive()).isTrue();
    }

    @Test
    @Order(2)
    void processOfATestBefore_hasEnded() {
        await().untilAsserted(() -> assertThat(left.isAlive()).isFalse());
    }

    @Test
    @Order(3)
    void processOfTheClass_startsAChild() throws IOException {
        ofTheClass.outputWriter().append('\n').flush();
        childOfTheClass = Long.parseLong(ofTheClass.inputReader().readLine());

        assertThat(ProcessHandle.of(childOfTheClass)).isPresent();
    }

    @Test
    @Order(4)
    void childOfAProcessOfTheClass_livesOn() {
        assertThat(ProcessHandle.of(childOfTheClass)).get().matches(ProcessHandle::isAlive);
    }
}

package io.narrows.storage.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptSafeFileTest {
    private static final int THREADS = 4;
    private static final int READS = 2_000;

    @TempDir
    Path folder;

    private Path path;

    @BeforeEach
    void write() throws IOException {
        path = folder.resolve("file");
        Files.write(path, new byte[] {1, 2, 3, 4, 5});
    }

    @AfterEach
    void forgetInterruption() {
        Thread.interrupted();
    }

    @Test
    void interruptedThread_readsAndStaysInterrupted() throws IOException {
        try (InterruptSafeFile file = InterruptSafeFile.open(path)) {
            byte[] bytes = new byte[3];
            Thread.currentThread().interrupt();

            assertThat(file.read(ByteBuffer.wrap(bytes), 1)).isEqualTo(3);
            assertThat(bytes).containsExactly(2, 3, 4);
            assertThat(file.size()).isEqualTo(5);
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void interruptedThreads_disturbNoOther() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (InterruptSafeFile file = InterruptSafeFile.open(path)) {
            List<Future<Boolean>> answers = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                boolean interrupted = i % 2 == 0;
                answers.add(threads.submit(() -> readOften(file, interrupted)));
            }

            for (Future<Boolean> answer : answers) {
                assertThat(answer.get()).isTrue();
            }
        } finally {
            threads.shutdown();
        }
    }

    /** Returns whether everything was read, and the thread was still interrupted afterwards if it was before. */
    private static boolean readOften(InterruptSafeFile file, boolean interrupted) throws IOException {
        boolean right = true;
        for (int i = 0; i < READS; i++) {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            byte[] bytes = new byte[5];
            right &= file.read(ByteBuffer.wrap(bytes), 0) == 5 && bytes[4] == 5;
            right &= Thread.interrupted() == interrupted;
        }
        return right;
    }

    @Test
    void endOfTheFile_endsARead() throws IOException {
        try (InterruptSafeFile file = InterruptSafeFile.open(path)) {
            assertThat(file.read(ByteBuffer.wrap(new byte[3]), 4)).isEqualTo(1);
            assertThat(file.read(ByteBuffer.wrap(new byte[3]), 9)).isZero();
        }
    }

    @Test
    void closedFile_isNotOpenedAgain() throws IOException {
        InterruptSafeFile file = InterruptSafeFile.open(path);
        file.close();

        assertThatExceptionOfType(ClosedChannelException.class)
                .isThrownBy(() -> file.read(ByteBuffer.wrap(new byte[1]), 0));
    }

    @Test
    void fileThatLostItsName_failsInAnInterruptedThread() throws IOException {
        try (InterruptSafeFile file = InterruptSafeFile.open(path)) {
            Files.delete(path);
            Thread.currentThread().interrupt();

            assertThatExceptionOfType(NoSuchFileException.class)
                    .isThrownBy(() -> file.read(ByteBuffer.wrap(new byte[1]), 0));
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}

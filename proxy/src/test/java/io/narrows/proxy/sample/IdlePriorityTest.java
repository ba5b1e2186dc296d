package io.narrows.proxy.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Tests the scheduling policy of the sampler's thread, as the kernel reports it. */
final class IdlePriorityTest {
    private static final int SCHED_OTHER = 0;
    private static final int SCHED_IDLE = 5;

    /** The position of {@code policy} in /proc/PID/stat after the name, see proc(5). */
    private static final int POLICY = 38;

    private final AtomicBoolean idle = new AtomicBoolean();

    @Test
    void worker_followsTheAskedPriority() {
        try (SampleWorker worker = new SampleWorker(() -> 1, idle::get)) {
            assertThat(policyOf(worker)).isEqualTo(SCHED_OTHER);
            idle.set(true);
            assertThat(policyOf(worker)).isEqualTo(SCHED_IDLE);
            idle.set(false);
            assertThat(policyOf(worker)).isEqualTo(SCHED_OTHER);
        }
    }

    private static int policyOf(SampleWorker worker) {
        CompletableFuture<Integer> policy = new CompletableFuture<>();
        worker.execute(() -> policy.complete(policyOfThisThread()));
        return policy.orTimeout(30, TimeUnit.SECONDS).join();
    }

    private static int policyOfThisThread() {
        try {
            String stat = Files.readString(Path.of("/proc/thread-self/stat"));
            return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[POLICY]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

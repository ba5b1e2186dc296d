package io.narrows.proxy.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The scheduling policy of the calling thread: idle ({@code SCHED_IDLE}, see sched(7)), in which it runs only on a processor that is
 * otherwise idle and gives way at once, or normal. A nice value is not enough: the scheduler also wakes other threads on a processor
 * that runs an idle one, as if it were free. The JDK cannot set it, so {@code chrt} of util-linux does.
 */
public final class IdlePriority {
    private static final Logger LOG = LoggerFactory.getLogger(IdlePriority.class);
    private static final long LIMIT_SECONDS = 5;

    private IdlePriority() {}

    /** Changes the policy of the calling thread. Where that fails it is logged, and the thread keeps its policy. */
    public static void set(boolean idle) throws InterruptedException {
        try {
            run("chrt", idle ? "--idle" : "--other", "--pid", "0", threadId());
        } catch (IOException e) {
            LOG.info("{} runs at normal priority: {}", Thread.currentThread().getName(), e.getMessage());
        }
    }

    /** Returns the kernel's id of the calling thread. */
    private static String threadId() throws IOException {
        return Files.readSymbolicLink(Path.of("/proc/thread-self"))
                .getFileName()
                .toString();
    }

    private static void run(String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException(command[0] + " did not finish within " + LIMIT_SECONDS + " s");
            }
            if (process.exitValue() != 0) {
                throw new IOException(command[0] + " failed with exit code " + process.exitValue());
            }
        } finally {
            process.destroyForcibly();
        }
    }
}

package io.narrows.node.thread;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;

/**
 * A task that runs at intervals, until its executor is shut down. A failure, which would end the schedule of an executor without a message, is
 * logged once, and the task runs again.
 */
public final class PeriodicTask {
    private final FailureLog failures;
    private final Work work;

    /** Work that may fail. */
    @FunctionalInterface
    public interface Work {
        void run() throws IOException;
    }

    /** @param failed message about a failure */
    public PeriodicTask(Logger log, String failed, Work work) {
        this.failures = new FailureLog(log, failed);
        this.work = work;
    }

    /** Runs after the interval for the first time, and then each time the interval has passed since the last run ended. */
    public void schedule(ScheduledExecutorService executor, Duration interval) {
        executor.scheduleWithFixedDelay(
                () -> run(executor), interval.toNanos(), interval.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void run(ScheduledExecutorService executor) {
        try {
            work.run();
            failures.succeeded();
        } catch (IOException | RuntimeException | Error e) {
            if (!executor.isShutdown()) {
                report(e);
            }
        }
    }

    private void report(Throwable failure) {
        try {
            failures.retrying(failure);
        } catch (RuntimeException | Error e) {
            // What failed the task may fail its log, too: the next failure is logged.
        }
    }
}

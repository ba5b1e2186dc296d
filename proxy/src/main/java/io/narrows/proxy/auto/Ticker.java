package io.narrows.proxy.auto;

import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Runs a task at intervals on a thread of its own, while it is on. A task that fails runs again; only its first failure is logged
 * above debug. Safe for use by many threads.
 */
final class Ticker implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Ticker.class);

    private final ScheduledThreadPoolExecutor thread;
    private final Runnable task;
    private final long periodNanos;
    private @Nullable ScheduledFuture<?> running;
    private boolean failed;

    Ticker(String name, Runnable task, long periodNanos) {
        this.task = task;
        this.periodNanos = periodNanos;
        this.thread = new ScheduledThreadPoolExecutor(1, work -> {
            Thread made = new Thread(work, name);
            made.setDaemon(true);
            return made;
        });
        thread.setRemoveOnCancelPolicy(true);
        thread.setKeepAliveTime(1, TimeUnit.SECONDS);
        thread.allowCoreThreadTimeOut(true);
    }

    synchronized void on() {
        if (running == null && !thread.isShutdown()) {
            running = thread.scheduleWithFixedDelay(this::run, periodNanos, periodNanos, TimeUnit.NANOSECONDS);
        }
    }

    synchronized void off() {
        if (running != null) {
            running.cancel(false);
            running = null;
        }
    }

    private void run() {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            LOG.atLevel(failed ? Level.DEBUG : Level.ERROR)
                    .setCause(e)
                    .log("choosing codecs failed because of an internal error; links keep theirs");
            failed = true;
        }
    }

    @Override
    public synchronized void close() {
        thread.shutdownNow();
        running = null;
    }
}

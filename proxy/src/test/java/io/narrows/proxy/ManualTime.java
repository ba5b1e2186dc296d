package io.narrows.proxy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A sidecar's time that passes only when a test says so. Its tasks run in the test's thread. */
final class ManualTime implements SidecarTime {
    private static final class Task {
        private final long interval;
        private final Runnable task;
        private long due;

        Task(long interval, Runnable task, long due) {
            this.interval = interval;
            this.task = task;
            this.due = due;
        }
    }

    private final List<Task> tasks = new ArrayList<>();
    private volatile long now;

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public synchronized void every(Duration interval, Runnable task) {
        tasks.add(new Task(interval.toNanos(), task, now + interval.toNanos()));
    }

    /** Lets time pass, and runs each task as often as it is due. */
    synchronized void pass(Duration time) {
        long end = now + time.toNanos();
        while (true) {
            long next = tasks.stream().mapToLong(task -> task.due).min().orElse(Long.MAX_VALUE);
            if (next > end) {
                now = end;
                return;
            }
            now = next;
            for (Task task : tasks) {
                if (task.due == next) {
                    task.due += task.interval;
                    task.task.run();
                }
            }
        }
    }
}

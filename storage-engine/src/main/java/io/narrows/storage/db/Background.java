package io.narrows.storage.db;

import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The background threads of a database: one for flushes, the others for compactions. A failure stops writes and is kept in
 * {@link BackgroundError}.
 */
final class Background implements AutoCloseable {
    private final Families families;
    private final Flushes flushes;
    private final Optional<GroupFlushes> groupFlushes;
    private final Compactions compactions;
    private final TableMaking making;
    private final BackgroundError error;
    private final int compactors;
    private final ExecutorService flushing;
    private final ExecutorService compacting;
    private final AtomicInteger running = new AtomicInteger();

    /** Number of compactions running or queued; guarded by the families' lock, as is the following field. */
    private int compactionJobs;

    private boolean closed;

    /** @param groupFlushes used instead of the others if present */
    Background(
            Families families,
            Flushes flushes,
            Optional<GroupFlushes> groupFlushes,
            Compactions compactions,
            TableMaking making,
            BackgroundError error,
            int jobs) {
        this.families = families;
        this.flushes = flushes;
        this.groupFlushes = groupFlushes;
        this.compactions = compactions;
        this.making = making;
        this.error = error;
        this.compactors = Math.max(1, jobs - 1);
        this.flushing = Executors.newSingleThreadExecutor(named("narrows-flush"));
        this.compacting = Executors.newFixedThreadPool(compactors, named("narrows-compaction"));
    }

    private static ThreadFactory named(String name) {
        return work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Starts all pending work that is not already running. */
    void schedule() {
        families.locked(() -> {
            if (!closed && error.reason().isEmpty()) {
                scheduleFlushes();
                scheduleCompactions();
            }
            return null;
        });
    }

    private void scheduleFlushes() {
        if (groupFlushes.isPresent()) {
            schedule(groupFlushes.get());
            return;
        }
        for (Family family : families.all()) {
            if (!family.isFlushing() && !family.view().sealed().isEmpty()) {
                family.setFlushing(true);
                flushing.execute(() -> flush(family));
            }
        }
    }

    private void schedule(GroupFlushes flush) {
        List<Family> sealed = families.all().stream()
                .filter(family -> !family.view().sealed().isEmpty())
                .toList();
        if (!sealed.isEmpty() && sealed.stream().noneMatch(Family::isFlushing)) {
            sealed.forEach(family -> family.setFlushing(true));
            flushing.execute(() -> run(flush::run, () -> sealed.forEach(family -> family.setFlushing(false))));
        }
    }

    private void flush(Family family) {
        run(() -> flushes.run(family), () -> family.setFlushing(false));
    }

    private void scheduleCompactions() {
        while (compactionJobs < compactors) {
            Optional<Compactions.Job> job = compactions.next();
            if (job.isEmpty()) {
                return;
            }
            compactionJobs++;
            compacting.execute(() -> compact(job.get()));
        }
    }

    private void compact(Compactions.Job job) {
        run(() -> compactions.run(job), () -> {
            compactions.done(job);
            compactionJobs--;
        });
    }

    private interface Work {
        void run() throws IOException;
    }

    /** @param after always run under the lock at the end, even after a failure */
    private void run(Work work, Runnable after) {
        running.incrementAndGet();
        try {
            work.run();
        } catch (IOException | RuntimeException | Error e) {
            if (!isClosed()) {
                error.set(e);
            }
        } finally {
            running.decrementAndGet();
            families.locked(() -> {
                after.run();
                schedule(); // under the same lock, so that the database never looks idle in between
                families.changed();
                return null;
            });
        }
    }

    private boolean isClosed() {
        return families.locked(() -> closed);
    }

    /** Returns the number of running flushes and compactions. */
    int running() {
        return running.get();
    }

    /** Returns whether nothing is running and nothing could be started; call under the families' lock. */
    boolean isIdle() {
        return running.get() == 0
                && compactions.isIdle()
                && families.all().stream()
                        .allMatch(family ->
                                !family.isFlushing() && family.view().sealed().isEmpty());
    }

    /** Starts no more work and waits for running work; compactions end early. */
    @Override
    public void close() {
        families.locked(() -> {
            closed = true;
            families.changed();
            return null;
        });
        making.cancel();
        shutDown(flushing);
        shutDown(compacting);
    }

    private static void shutDown(ExecutorService executor) {
        executor.shutdown();
        boolean interrupted = false;
        while (!executor.isTerminated()) {
            try {
                executor.awaitTermination(1, TimeUnit.MINUTES);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

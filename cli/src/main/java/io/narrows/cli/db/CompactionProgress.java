package io.narrows.cli.db;

import io.narrows.storage.ColumnFamily;
import io.narrows.storage.db.Db;
import io.narrows.storage.db.FamilyStatistics;
import io.narrows.terminal.output.ProgressBar;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Shows the progress of a compaction on standard error: a bar while it runs, a line at the end. */
final class CompactionProgress {
    private static final long POLL_MILLIS = 200;
    private static final double NANOS = 1e9;

    private CompactionProgress() {}

    /** A compaction. */
    @FunctionalInterface
    interface Work {
        void run() throws IOException;
    }

    /**
     * Runs a compaction of one family.
     *
     * @param directory of the database
     */
    static void during(Db db, Path directory, ColumnFamily family, PrintWriter err, Work work) throws IOException {
        FamilyStatistics before = statistics(db, family);
        long start = System.nanoTime();
        NewTables written = NewTables.since(directory);
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor(CompactionProgress::daemon);
        try (ProgressBar bar = ProgressBar.onStandardError(before.storedBytes())) {
            clock.scheduleWithFixedDelay(
                    () -> bar.add(written.growth()), POLL_MILLIS, POLL_MILLIS, TimeUnit.MILLISECONDS);
            work.run();
        } finally {
            clock.shutdownNow();
        }
        FamilyStatistics after = statistics(db, family);
        err.printf(
                Locale.ROOT,
                "%s: column family %s: files %,d to %,d, bytes %,d to %,d, %.1f s%n",
                directory,
                family,
                before.files(),
                after.files(),
                before.storedBytes(),
                after.storedBytes(),
                (System.nanoTime() - start) / NANOS);
        err.flush();
    }

    private static FamilyStatistics statistics(Db db, ColumnFamily family) throws IOException {
        return db.statistics().families().stream()
                .filter(statistics -> statistics.name().equals(family.name()))
                .findFirst()
                .orElseThrow();
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "narrows-progress");
        thread.setDaemon(true);
        return thread;
    }
}

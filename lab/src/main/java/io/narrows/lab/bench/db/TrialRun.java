package io.narrows.lab.bench.db;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The execution of a trial by all its threads.
 *
 * @param tally of all threads together
 * @param threadNanos sum of the threads' run times
 * @param nanos elapsed time of the run
 * @param cpuNanos processor time of the process
 */
record TrialRun(OpTally tally, long threadNanos, long nanos, long cpuNanos) {
    private static final OperatingSystemMXBean PROCESS =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private record Part(OpTally tally, long nanos) {}

    /**
     * @param engine null if the trial needs none
     * @param firstThread number of the first thread; the others get the following ones
     */
    static TrialRun of(Trial trial, @Nullable Engine engine, int threads, int firstThread) throws IOException {
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Task> tasks = IntStream.range(firstThread, firstThread + threads)
                    .mapToObj(trial.tasks())
                    .toList();
            List<Future<Part>> parts = new ArrayList<>();
            long cpu = PROCESS.getProcessCpuTime();
            long start = System.nanoTime();
            for (Task task : tasks) {
                parts.add(pool.submit(() -> part(trial, task, engine)));
            }
            OpTally all = OpTally.timing(trial.timedOneIn());
            long threadNanos = 0;
            for (Future<Part> part : parts) {
                all.add(part.get().tally());
                threadNanos += part.get().nanos();
            }
            return new TrialRun(all, threadNanos, System.nanoTime() - start, PROCESS.getProcessCpuTime() - cpu);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof IOException failed ? failed : new IOException(e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        } finally {
            pool.shutdownNow();
        }
    }

    @SuppressWarnings("NullAway") // a task whose trial needs no engine does not use it
    private static Part part(Trial trial, Task task, @Nullable Engine engine) throws IOException {
        OpTally tally = OpTally.timing(trial.timedOneIn());
        long start = System.nanoTime();
        task.run(engine, tally);
        return new Part(tally, System.nanoTime() - start);
    }

    Figures figures(String benchmark, long diskBytes) {
        return Figures.of(benchmark, tally, threadNanos, nanos, cpuNanos, diskBytes);
    }
}

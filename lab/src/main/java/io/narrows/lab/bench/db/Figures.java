package io.narrows.lab.bench.db;

import org.HdrHistogram.Histogram;

/**
 * Results of one benchmark.
 *
 * @param operations of all threads
 * @param threadSeconds sum of the threads' run times
 * @param seconds from the start of the first thread to the end of the last
 * @param cpuSeconds processor time of all threads of the process, including those of the engine, the compiler and the
 *     collector
 * @param bytes of keys and values, or of blocks
 * @param p50Micros median duration of the timed calls
 * @param diskBytes total size of the database's files at the end; 0 without a database
 * @param note readable text; may be empty
 */
record Figures(
        String benchmark,
        long operations,
        double threadSeconds,
        double seconds,
        double cpuSeconds,
        long bytes,
        double p50Micros,
        double p99Micros,
        double p999Micros,
        long diskBytes,
        String note) {
    private static final double NANOS_OF_MICRO = 1e3;
    private static final double NANOS_OF_SECOND = 1e9;

    static Figures of(String benchmark, OpTally tally, long threadNanos, long nanos, long cpuNanos, long diskBytes) {
        Histogram latencies = tally.nanos();
        return new Figures(
                benchmark,
                tally.operations(),
                threadNanos / NANOS_OF_SECOND,
                nanos / NANOS_OF_SECOND,
                cpuNanos / NANOS_OF_SECOND,
                tally.bytes(),
                latencies.getValueAtPercentile(50) / NANOS_OF_MICRO,
                latencies.getValueAtPercentile(99) / NANOS_OF_MICRO,
                latencies.getValueAtPercentile(99.9) / NANOS_OF_MICRO,
                diskBytes,
                tally.note());
    }

    double microsPerOperation() {
        return threadSeconds * 1e6 / Math.max(operations, 1);
    }

    double operationsPerSecond() {
        return seconds == 0 ? 0 : operations / seconds;
    }

    /** Returns the rate; 0 if the clock of processor time measured none. */
    double operationsPerCpuSecond() {
        return cpuSeconds == 0 ? 0 : operations / cpuSeconds;
    }

    /** Returns the rate in db_bench's unit of 2^20 bytes. */
    double megabytesPerSecond() {
        return seconds == 0 ? 0 : bytes / seconds / (1 << 20);
    }
}

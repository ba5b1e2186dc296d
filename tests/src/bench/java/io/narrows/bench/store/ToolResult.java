package io.narrows.bench.store;

import io.narrows.bench.report.Metric;
import java.io.IOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Results that a tool of etcd printed.
 *
 * @param operations number of acknowledged operations
 * @param figures rates and latencies
 */
record ToolResult(double operations, Map<Metric, Double> figures) {
    private static final double MILLIS_PER_SECOND = 1e3;
    private static final int CHECK_SECONDS = 60;

    /** Parses the output of {@code etcdctl check perf}. */
    static ToolResult ofCheckPerf(String output) throws IOException {
        PerfVerdict verdict = PerfVerdict.parse(output);
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(Metric.OPERATIONS_PER_S, verdict.writesPerSecond());
        figures.put(Metric.SLOWEST_MS, verdict.slowestSeconds() * MILLIS_PER_SECOND);
        figures.put(Metric.STDDEV_MS, verdict.stddevSeconds() * MILLIS_PER_SECOND);
        figures.put(Metric.PASSED, verdict.passed() ? 1.0 : 0.0);
        return new ToolResult(verdict.writesPerSecond() * CHECK_SECONDS, figures);
    }

    /** Parses the output of {@code benchmark put} or {@code benchmark range}. */
    static ToolResult ofRequests(String output) throws IOException {
        BenchmarkSummary requests = summaries(output, 1).get(0);
        return new ToolResult(requests.requests(), figures(requests));
    }

    /** Parses the output of {@code benchmark watch-latency}, whose operations are the puts. */
    static ToolResult ofWatches(String output) throws IOException {
        List<BenchmarkSummary> summaries = summaries(output, 2);
        BenchmarkSummary puts = summaries.get(0);
        BenchmarkSummary events = summaries.get(1);
        Map<Metric, Double> figures = figures(puts);
        figures.put(Metric.EVENT_P50_MS, events.p50Seconds() * MILLIS_PER_SECOND);
        figures.put(Metric.EVENT_P99_MS, events.p99Seconds() * MILLIS_PER_SECOND);
        return new ToolResult(puts.requests(), figures);
    }

    /** Parses the output of {@code benchmark txn-mixed}; the percentiles that are not those of writes are those of reads. */
    static ToolResult ofTransactions(String output) throws IOException {
        List<BenchmarkSummary> summaries = summaries(output, 2);
        BenchmarkSummary reads = summaries.get(0);
        BenchmarkSummary writes = summaries.get(1);
        Map<Metric, Double> figures = figures(reads);
        figures.put(Metric.OPERATIONS_PER_S, reads.perSecond() + writes.perSecond());
        figures.put(Metric.WRITE_P50_MS, writes.p50Seconds() * MILLIS_PER_SECOND);
        figures.put(Metric.WRITE_P99_MS, writes.p99Seconds() * MILLIS_PER_SECOND);
        return new ToolResult(reads.requests() + (double) writes.requests(), figures);
    }

    private static Map<Metric, Double> figures(BenchmarkSummary requests) {
        Map<Metric, Double> figures = new EnumMap<>(Metric.class);
        figures.put(Metric.OPERATIONS_PER_S, requests.perSecond());
        figures.put(Metric.P50_MS, requests.p50Seconds() * MILLIS_PER_SECOND);
        figures.put(Metric.P99_MS, requests.p99Seconds() * MILLIS_PER_SECOND);
        return figures;
    }

    private static List<BenchmarkSummary> summaries(String output, int expected) throws IOException {
        List<BenchmarkSummary> summaries = BenchmarkSummary.parse(output);
        if (summaries.size() != expected) {
            throw new IOException(
                    "%d summaries of requests (expected: %d) in: %s".formatted(summaries.size(), expected, output));
        }
        return summaries;
    }
}

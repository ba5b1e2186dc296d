package io.narrows.bench.store;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A summary of requests in the output of etcd's {@code benchmark}, as its package {@code report} formats it.
 *
 * @param requests number of requests
 * @param perSecond requests per second
 * @param p50Seconds median latency
 * @param p99Seconds 99th percentile of latencies
 */
record BenchmarkSummary(long requests, double perSecond, double p50Seconds, double p99Seconds) {
    private static final Pattern HEADING = Pattern.compile("^Summary:$", Pattern.MULTILINE);
    private static final Pattern RATE = Pattern.compile("Requests/sec:\\s+(\\S+)");
    private static final Pattern BUCKET = Pattern.compile("^  \\S+ \\[(\\d+)]\t\\|", Pattern.MULTILINE);
    private static final String ERRORS = "Error distribution:";

    /** With fewer requests, the tool omits the 99th percentile. */
    static final int LEAST_REQUESTS = 100;

    /**
     * Parses all summaries of an output, in its order.
     *
     * @throws IOException if there is none, if requests failed, or if there were fewer than {@value #LEAST_REQUESTS}; the
     *     message has the output or the errors
     */
    static List<BenchmarkSummary> parse(String output) throws IOException {
        int errors = output.indexOf(ERRORS);
        if (errors >= 0) {
            throw new IOException("requests failed: "
                    + output.substring(errors + ERRORS.length()).strip());
        }
        List<BenchmarkSummary> summaries = new ArrayList<>();
        int[] starts = HEADING.matcher(output)
                .results()
                .mapToInt(heading -> heading.end())
                .toArray();
        for (int i = 0; i < starts.length; i++) {
            int end = i + 1 < starts.length ? starts[i + 1] : output.length();
            summaries.add(parseOne(output.substring(starts[i], end)));
        }
        if (summaries.isEmpty()) {
            throw new IOException("no summary of requests (expected: \"Summary:\") in: " + output);
        }
        return summaries;
    }

    private static BenchmarkSummary parseOne(String text) throws IOException {
        Matcher rate = RATE.matcher(text);
        if (!rate.find()) {
            throw new IOException("no rate (expected: \"Requests/sec:\") in: " + text);
        }
        long requests = BUCKET.matcher(text)
                .results()
                .mapToLong(bucket -> Long.parseLong(bucket.group(1)))
                .sum();
        if (requests < LEAST_REQUESTS) {
            throw new IOException("%d requests (expected: at least %d)".formatted(requests, LEAST_REQUESTS));
        }
        return new BenchmarkSummary(
                requests, Double.parseDouble(rate.group(1)), percentile("50", text), percentile("99", text));
    }

    /** Returns a percentile in seconds; the tool omits those of 0. */
    private static double percentile(String percent, String text) {
        Matcher line = Pattern.compile("^  " + percent + "% in (\\S+) secs", Pattern.MULTILINE)
                .matcher(text);
        return line.find() ? Double.parseDouble(line.group(1)) : 0;
    }
}

package io.narrows.bench.store;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of figures that the command {@code rates} of {@code tests/src/test/go/kubernetes} prints.
 *
 * @param requests number of requests that took effect
 * @param seconds from the first request to the last response
 * @param p50Seconds median latency
 * @param p99Seconds 99th percentile of latencies
 */
record RequestRates(long requests, double seconds, double p50Seconds, double p99Seconds) {
    private static final Pattern LINE =
            Pattern.compile("requests (\\d+) failed (\\d+) seconds (\\S+) p50 (\\S+) p99 (\\S+)");

    /** @throws IOException if requests failed, or none took effect; the message has the output */
    static RequestRates parse(String output) throws IOException {
        Matcher line = LINE.matcher(output);
        if (!line.find()) {
            throw new IOException("no figures (expected: %s) in: %s".formatted(LINE, output));
        }
        if (Long.parseLong(line.group(1)) == 0 || Long.parseLong(line.group(2)) > 0) {
            throw new IOException("requests failed: " + output);
        }
        return new RequestRates(
                Long.parseLong(line.group(1)),
                Double.parseDouble(line.group(3)),
                Double.parseDouble(line.group(4)),
                Double.parseDouble(line.group(5)));
    }
}

package io.narrows.bench.store;

import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The result of {@code etcdctl check perf}.
 *
 * @param writesPerSecond mean over its minute, rounded up
 * @param slowestSeconds latency of the slowest write
 * @param stddevSeconds standard deviation of latencies
 * @param passed the check's own verdict: at least 0.9 of the intended rate, no write slower than 500 ms, a standard
 *     deviation of at most 100 ms
 */
record PerfVerdict(double writesPerSecond, double slowestSeconds, double stddevSeconds, boolean passed) {
    private static final Pattern RATE = Pattern.compile("Throughput (?:is|too low:) (\\d+) writes/s");
    private static final Pattern SLOWEST = Pattern.compile("Slowest request took (?:too long: )?(\\S+)s");
    private static final Pattern STDDEV = Pattern.compile("Stddev (?:is|too high:) (\\S+)s");
    private static final Pattern PASSED = Pattern.compile("^PASS$", Pattern.MULTILINE);

    /** @throws IOException if writes failed, or the check did not complete; the message has the output */
    static PerfVerdict parse(String output) throws IOException {
        if (output.contains("too many errors")) {
            throw new IOException("writes failed: " + output);
        }
        return new PerfVerdict(
                number(RATE, output),
                number(SLOWEST, output),
                number(STDDEV, output),
                PASSED.matcher(output).find());
    }

    private static double number(Pattern pattern, String output) throws IOException {
        Matcher matcher = pattern.matcher(output);
        if (!matcher.find()) {
            throw new IOException("no \"%s\" in: %s".formatted(pattern, output));
        }
        return Double.parseDouble(matcher.group(1));
    }
}

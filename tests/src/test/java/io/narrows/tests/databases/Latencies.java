package io.narrows.tests.databases;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A client's report on its writes.
 *
 * @param retries writes that were repeated
 * @param p50 in milliseconds
 * @param p99 in milliseconds
 */
record Latencies(int retries, double p50, double p99) {
    private static final Pattern LINE =
            Pattern.compile("written=\\d+ retries=(\\d+) .*p50_ms=([\\d.]+) p99_ms=([\\d.]+)");

    /** @param output of a client after its writes */
    static Latencies of(String output) {
        Matcher line = LINE.matcher(output);
        if (!line.find()) {
            throw new IllegalStateException("the client has not written all:\n" + output);
        }
        return new Latencies(
                Integer.parseInt(line.group(1)), Double.parseDouble(line.group(2)), Double.parseDouble(line.group(3)));
    }
}

package io.narrows.bench.store;

import io.narrows.config.HostPort;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Commands of etcd's tools, found through {@code PATH}.
 *
 * @param endpoints of all members
 * @param total number of puts; those of other requests are derived from it
 * @param clients number of clients, each with one request at a time
 * @param connections number of connections that the clients share
 */
record ToolCommands(List<HostPort> endpoints, int total, int clients, int connections) {
    private static final String KEY = "etcd-tools";
    private static final int KEYS = 1_000;
    private static final int VALUE_BYTES = 256;
    private static final int RANGE_LIMIT = 100;

    /** The default of the tool: 10,000 events per second for its 100 watches. */
    private static final int WATCHED_PUTS_PER_SECOND = 100;

    /** Enough for percentiles of either half of {@link #transactions}. */
    private static final int LEAST_TOTAL = 400;

    private static final int RANGES_PER_PUT = 2;
    private static final int PUTS_PER_TRANSACTION = 3;
    private static final int PUTS_PER_WATCHED_PUT = 40;

    /** Returns the command that writes the key of {@link #ranges}. */
    List<String> putKey() {
        return List.of("etcdctl", "--endpoints=" + joined(), "put", KEY, "v".repeat(VALUE_BYTES));
    }

    /** @param load {@code s}, {@code m}, {@code l} or {@code xl} */
    List<String> checkPerf(String load) {
        // A failed check exits with 1, like some errors, but prints figures, too.
        return List.of(
                "sh",
                "-c",
                "\"$0\" \"$@\" || test $? = 1",
                "etcdctl",
                "--endpoints=" + joined(),
                "check",
                "perf",
                "--load=" + load);
    }

    List<String> puts() {
        return benchmark(
                "put",
                "--total=" + total,
                "--sequential-keys",
                "--key-space-size=" + KEYS,
                "--val-size=" + VALUE_BYTES);
    }

    List<String> ranges() {
        return benchmark("range", KEY, "--total=" + total * RANGES_PER_PUT);
    }

    List<String> watchedPuts() {
        return benchmark(
                "watch-latency",
                "--put-total=" + portion(PUTS_PER_WATCHED_PUT),
                "--put-rate=" + WATCHED_PUTS_PER_SECOND,
                "--val-size=" + VALUE_BYTES);
    }

    List<String> transactions() {
        return benchmark(
                "txn-mixed",
                "--total=" + portion(PUTS_PER_TRANSACTION),
                "--key-space-size=" + KEYS,
                "--val-size=" + VALUE_BYTES,
                "--limit=" + RANGE_LIMIT);
    }

    private int portion(int puts) {
        return Math.max(LEAST_TOTAL, total / puts);
    }

    private List<String> benchmark(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "etcd-benchmark",
                "--endpoints=" + joined(),
                "--clients=" + clients,
                "--conns=" + connections,
                "--precise"));
        command.addAll(List.of(arguments));
        return command;
    }

    private String joined() {
        return endpoints.stream().map(HostPort::toString).collect(Collectors.joining(","));
    }
}

package io.narrows.proxy.hub;

import java.time.Duration;

/**
 * The size of a hub soak.
 *
 * @param duration duration of the load after all connections are open
 * @param peers ordinary peers
 * @param hostile hostile peers
 * @param connections per ordinary peer
 * @param extra additional connections per ordinary peer that may be refused, with a reason
 * @param memoryBytes memory limit of the hub's control group; 0 for none
 * @param seed seed of the content and the timing
 */
record HubOptions(Duration duration, int peers, int hostile, int connections, int extra, long memoryBytes, long seed) {
    private static final int MAX_PEERS = 1000;
    private static final int MAX_HOSTILE = 200;

    static HubOptions parse(String[] args) {
        HubOptions options = new HubOptions(Duration.ofMinutes(10), 90, 10, 40, 0, 0, System.nanoTime());
        for (int i = 0; i < args.length; i += 2) {
            if (i + 1 == args.length) {
                throw new IllegalArgumentException(args[i] + " lacks its value");
            }
            options = options.with(args[i], args[i + 1]);
        }
        return options;
    }

    private HubOptions with(String name, String value) {
        return switch (name) {
            case "--for" -> new HubOptions(seconds(value), peers, hostile, connections, extra, memoryBytes, seed);
            case "--peers" ->
                new HubOptions(
                        duration, number(name, value, 1, MAX_PEERS), hostile, connections, extra, memoryBytes, seed);
            case "--hostile" ->
                new HubOptions(
                        duration, peers, number(name, value, 0, MAX_HOSTILE), connections, extra, memoryBytes, seed);
            case "--connections" ->
                new HubOptions(duration, peers, hostile, number(name, value, 1, 1_000), extra, memoryBytes, seed);
            case "--extra" ->
                new HubOptions(duration, peers, hostile, connections, number(name, value, 0, 1_000), memoryBytes, seed);
            case "--memory" ->
                new HubOptions(
                        duration,
                        peers,
                        hostile,
                        connections,
                        extra,
                        (long) number(name, value, 64, 1 << 20) << 20,
                        seed);
            case "--seed" ->
                new HubOptions(duration, peers, hostile, connections, extra, memoryBytes, Long.parseLong(value));
            default ->
                throw new IllegalArgumentException("unknown option " + name
                        + " (expected: --for, --peers, --hostile, --connections, --extra, --memory, --seed)");
        };
    }

    private static int number(String name, String value, int min, int max) {
        int number = Integer.parseInt(value);
        if (number < min || number > max) {
            throw new IllegalArgumentException(name + " " + value + " (expected: " + min + "-" + max + ")");
        }
        return number;
    }

    /** Parses a duration such as {@code 30s} or {@code 10m}, at most an hour. */
    private static Duration seconds(String value) {
        Duration duration = Duration.parse("PT" + value);
        if (duration.isNegative() || duration.compareTo(Duration.ofHours(1)) > 0) {
            throw new IllegalArgumentException("--for " + value + " (expected: 0s-1h)");
        }
        return duration;
    }
}

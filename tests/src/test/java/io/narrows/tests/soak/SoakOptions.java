package io.narrows.tests.soak;

import java.time.Duration;
import java.util.Locale;

/**
 * Duration and content of a soak.
 *
 * @param connections number of simultaneous connections
 */
record SoakOptions(Duration duration, long seed, int connections) {
    private static final int CONNECTIONS = 50;

    static SoakOptions of(Duration duration) {
        return new SoakOptions(duration, System.nanoTime(), CONNECTIONS);
    }

    /** Parses {@code --for 2m --seed 7 --connections 50}, all optional. */
    static SoakOptions parse(String... args) {
        SoakOptions options = of(Duration.ofMinutes(2));
        if (args.length % 2 != 0) {
            throw new IllegalArgumentException("no value for " + args[args.length - 1]);
        }
        for (int i = 0; i < args.length; i += 2) {
            String value = args[i + 1];
            options = switch (args[i]) {
                case "--for" -> new SoakOptions(duration(value), options.seed, options.connections);
                case "--seed" -> new SoakOptions(options.duration, Long.parseLong(value), options.connections);
                case "--connections" -> new SoakOptions(options.duration, options.seed, Integer.parseInt(value));
                default ->
                    throw new IllegalArgumentException(
                            "unknown option " + args[i] + " (expected: --for, --seed or --connections)");
            };
        }
        return options;
    }

    /** Parses {@code 90s}, {@code 2m}, {@code 1h}. */
    private static Duration duration(String text) {
        return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    }
}

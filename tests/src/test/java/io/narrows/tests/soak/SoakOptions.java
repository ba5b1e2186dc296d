package io.narrows.tests.soak;

import java.time.Duration;
import java.util.Locale;

/**
 * How long a soak takes and what it is made of.
 *
 * @param connections that are open at a time
 */
record SoakOptions(Duration duration, long seed, int connections) {
    private static final int CONNECTIONS = 50;

    static SoakOptions of(Duration duration) {
        return new SoakOptions(duration, System.nanoTime(), CONNECTIONS);
    }

    /** Reads {@code --for 2m --seed 7 --connections 50}; all of them may be left out. */
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

    /** {@code 90s}, {@code 2m}, {@code 1h}. */
    private static Duration duration(String text) {
        return Duration.parse("PT" + text.toUpperCase(Locale.ROOT));
    }
}

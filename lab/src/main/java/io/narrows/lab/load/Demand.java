package io.narrows.lab.load;

import io.narrows.terminal.option.Range;

/**
 * The demand of all clients.
 *
 * @param clients number of clients, each with one operation at a time, 1 to 10000
 * @param rate writes per second of all clients together, up to 1000000, at fixed times; 0 to start each operation after the
 *     previous one. Other operations, according to the mix, and node leases are additional. If the mix has no writes, all
 *     operations per second
 * @param mix frequencies of operations
 * @param limit maximum number of pods per list request, 1 to 100000
 * @param watches number of watches that stay open, 0 to 1000
 */
public record Demand(int clients, double rate, Mix mix, int limit, int watches) {
    public static final Demand DEFAULT = new Demand(32, 0, Mix.DEFAULT, 20, 3);

    private static final int MOST_RATE = 1_000_000;

    /** @throws IllegalArgumentException if a value is out of range */
    public Demand {
        Range.check("clients", clients, 1, 10_000);
        Range.check("limit of a list", limit, 1, 100_000);
        Range.check("watches", watches, 0, 1_000);
        if (!(rate >= 0 && rate <= MOST_RATE)) {
            throw new IllegalArgumentException("rate " + rate + " (expected: 0 to " + MOST_RATE + ")");
        }
    }

    /** @param start of the first operation of the first client, in nanoTime */
    Pace paceOf(int client, long start) {
        if (rate == 0) {
            return Pace.CLOSED;
        }
        double rated = mix.writeWeight() == 0 ? mix.weight() : mix.writeWeight();
        double nanosBetween = 1e9 / (rate * mix.weight() / rated);
        return Pace.fixed(start + Math.round(client * nanosBetween), clients * nanosBetween);
    }
}

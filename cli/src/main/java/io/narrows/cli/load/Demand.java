package io.narrows.cli.load;

import io.narrows.cli.option.Range;

/**
 * What clients ask for.
 *
 * @param clients each does one thing at a time, 1 to 10000
 * @param rate writes a second of all clients together, up to 1000000, at fixed times; 0 for one operation behind the other. Reads
 *     come in addition, as the mix says, and so do the node leases
 * @param mix what they do
 * @param limit of the pods that a list asks for, 1 to 100000
 * @param watches that are open meanwhile, 0 to 1000
 */
public record Demand(int clients, double rate, Mix mix, int limit, int watches) {
    public static final Demand DEFAULT = new Demand(32, 0, Mix.DEFAULT, 20, 3);

    private static final int MOST_RATE = 1_000_000;

    /** @throws IllegalArgumentException when one is out of its range */
    public Demand {
        Range.check("clients", clients, 1, 10_000);
        Range.check("limit of a list", limit, 1, 100_000);
        Range.check("watches", watches, 0, 1_000);
        if (!(rate >= 0 && rate <= MOST_RATE)) {
            throw new IllegalArgumentException("rate " + rate + " (expected: 0 to " + MOST_RATE + ")");
        }
    }

    /** @param start of the first operation of the first client, by the nano clock */
    Pace paceOf(int client, long start) {
        if (rate == 0) {
            return Pace.CLOSED;
        }
        double nanosBetween = 1e9 / (rate * mix.weight() / mix.writeWeight());
        return Pace.fixed(start + Math.round(client * nanosBetween), clients * nanosBetween);
    }
}

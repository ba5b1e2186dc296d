package io.narrows.lab.load;

import io.narrows.terminal.option.Range;

/**
 * The objects of the simulated cluster.
 *
 * @param pods initial number of pods, 0 to 1000000
 * @param nodes number of nodes whose Leases are renewed every ten seconds, 0 to 20000
 * @param podBytes approximate size of a pod's value, 1 to 1048576; values below a pod's own size have no effect
 * @param seed of all randomness; the same seed makes the same objects
 */
public record Population(int pods, int nodes, int podBytes, long seed) {
    public static final Population DEFAULT = new Population(500, 50, 6 << 10, 1);

    /** @throws IllegalArgumentException if a value is out of range */
    public Population {
        Range.check("pods", pods, 0, 1_000_000);
        Range.check("nodes", nodes, 0, 20_000);
        Range.check("bytes of a pod", podBytes, 1, 1 << 20);
    }
}

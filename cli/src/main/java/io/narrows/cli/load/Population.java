package io.narrows.cli.load;

import io.narrows.cli.option.Range;

/**
 * The cluster whose objects the load keeps.
 *
 * @param pods that are there when the load begins, 0 to 1000000
 * @param nodes whose Leases are renewed, each once in ten seconds, 0 to 20000
 * @param podBytes about how large the value of a pod is, 1 to 1048576; what it has by itself is the least
 * @param seed of all that is random; the same makes the same objects
 */
public record Population(int pods, int nodes, int podBytes, long seed) {
    public static final Population DEFAULT = new Population(500, 50, 6 << 10, 1);

    /** @throws IllegalArgumentException when one is out of its range */
    public Population {
        Range.check("pods", pods, 0, 1_000_000);
        Range.check("nodes", nodes, 0, 20_000);
        Range.check("bytes of a pod", podBytes, 1, 1 << 20);
    }
}

package io.narrows.cli.cluster;

import io.narrows.cli.load.LoadFigures;
import io.narrows.cli.sidecar.Counters;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a policy made of the load.
 *
 * @param name of the policy
 * @param load what its clients saw
 * @param counted what the cluster did meanwhile
 */
record ClusterFigures(String name, LoadFigures load, ClusterReading counted) {
    private static final double BYTES_OF_GB = 1e9;

    Counters total() {
        return counted.sidecars().total();
    }

    /** Packets of both ways, by link; without any where the system does not tell. */
    Map<String, Long> packets() {
        Map<String, Long> sums = new TreeMap<>();
        counted.packets().forEach((pair, count) -> sums.merge(pair.link(), count, Long::sum));
        return sums;
    }

    /** Between all zones in a month that goes on like this. */
    double wireGbPerMonth() {
        return perMonth(total().wireBytes()) / BYTES_OF_GB;
    }

    double baselineUsdPerMonth() {
        return perMonth(total().baselineUsd());
    }

    double wireUsdPerMonth() {
        return perMonth(total().wireUsd());
    }

    /** Of the sidecars. */
    double cpuUsdPerMonth() {
        return perMonth(counted.sidecars().runningUsd());
    }

    /** What is left of what was saved when the sidecars' processors are paid; may be negative. */
    double netUsdPerMonth() {
        return baselineUsdPerMonth() - wireUsdPerMonth() - cpuUsdPerMonth();
    }

    /** Processors that the sidecars kept busy. */
    double sidecarCores() {
        return counted.sidecars().perSecond(counted.sidecars().cpuSeconds());
    }

    /** Processors that the stores kept busy. */
    double storeCores() {
        return counted.sidecars().perSecond(counted.storeCpuSeconds());
    }

    private double perMonth(double amount) {
        return counted.sidecars().perMonth(amount);
    }
}

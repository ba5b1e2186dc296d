package io.narrows.lab.cluster;

import io.narrows.lab.load.LoadFigures;
import io.narrows.lab.sidecar.Counters;
import java.util.Map;
import java.util.TreeMap;

/**
 * The results of a policy under the load.
 *
 * @param name of the policy
 * @param load measurements of its clients
 * @param counted counters of the cluster during the load
 */
record ClusterFigures(String name, LoadFigures load, ClusterReading counted) {
    private static final double BYTES_OF_GB = 1e9;

    Counters total() {
        return counted.sidecars().total();
    }

    /** Returns packets in both directions, by link; empty if the system does not report them. */
    Map<String, Long> packets() {
        Map<String, Long> sums = new TreeMap<>();
        counted.packets().forEach((pair, count) -> sums.merge(pair.link(), count, Long::sum));
        return sums;
    }

    /** Returns the monthly traffic between all zones at this rate. */
    double wireGbPerMonth() {
        return perMonth(total().wireBytes()) / BYTES_OF_GB;
    }

    double baselineUsdPerMonth() {
        return perMonth(total().baselineUsd());
    }

    double wireUsdPerMonth() {
        return perMonth(total().wireUsd());
    }

    /** Returns the monthly cost of the sidecars' processor time. */
    double cpuUsdPerMonth() {
        return perMonth(counted.sidecars().runningUsd());
    }

    /** Returns the monthly saving after the cost of the sidecars' processors; may be negative. */
    double netUsdPerMonth() {
        return baselineUsdPerMonth() - wireUsdPerMonth() - cpuUsdPerMonth();
    }

    /** Returns the processors that the sidecars kept busy. */
    double sidecarCores() {
        return counted.sidecars().perSecond(counted.sidecars().cpuSeconds());
    }

    /** Returns the processors that the stores kept busy. */
    double storeCores() {
        return counted.sidecars().perSecond(counted.storeCpuSeconds());
    }

    private double perMonth(double amount) {
        return counted.sidecars().perMonth(amount);
    }
}

package io.narrows.lab.cluster;

import io.narrows.lab.sidecar.Reading;
import java.util.Map;
import java.util.TreeMap;

/**
 * Counters of the cluster at one moment, or their differences between two.
 *
 * @param sidecars counters of the sidecars
 * @param packets between sidecars; empty if the system does not report them
 * @param storeCpuSeconds processor time of all stores
 */
record ClusterReading(Reading sidecars, Map<ZonePair, Long> packets, double storeCpuSeconds) {
    ClusterReading minus(ClusterReading earlier) {
        Map<ZonePair, Long> difference = new TreeMap<>();
        packets.forEach((pair, count) -> difference.put(pair, count - earlier.packets.getOrDefault(pair, 0L)));
        return new ClusterReading(
                sidecars.minus(earlier.sidecars), difference, storeCpuSeconds - earlier.storeCpuSeconds);
    }
}

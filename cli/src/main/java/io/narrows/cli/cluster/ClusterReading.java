package io.narrows.cli.cluster;

import io.narrows.cli.sidecar.Reading;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the cluster has done, at one moment or between two.
 *
 * @param sidecars what they have counted
 * @param packets between sidecars; without any where the system does not tell
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

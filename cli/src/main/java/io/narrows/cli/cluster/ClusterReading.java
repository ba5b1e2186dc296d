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
record ClusterReading(Reading sidecars, Map<Way, Long> packets, double storeCpuSeconds) {
    ClusterReading minus(ClusterReading earlier) {
        Map<Way, Long> difference = new TreeMap<>();
        packets.forEach((way, count) -> difference.put(way, count - earlier.packets.getOrDefault(way, 0L)));
        return new ClusterReading(
                sidecars.minus(earlier.sidecars), difference, storeCpuSeconds - earlier.storeCpuSeconds);
    }
}

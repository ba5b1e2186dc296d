package io.narrows.estimate.flow;

import io.narrows.estimate.topology.PlacedNode;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** Bytes of applications between zones, and how many nodes exchange them. Not safe for concurrent use. */
public final class TrafficMatrix {
    /** At most this many names without a place are kept. */
    private static final int MOST_NAMES = 100;

    private final Map<ZonePath, Double> bytesPerSecond = new TreeMap<>();
    private final Map<ZonePath, Double> pairs = new TreeMap<>();
    private final SortedMap<Zone, Integer> nodes = new TreeMap<>();
    private final Set<PlacedNode> known = new HashSet<>();
    private final Set<Set<PlacedNode>> knownPairs = new HashSet<>();
    private final Set<String> unknownNames = new LinkedHashSet<>();
    private double unknownBytesPerSecond;

    /** Adds traffic from one node to another. */
    void add(PlacedNode from, PlacedNode to, double bytes) {
        node(from);
        node(to);
        ZonePath path = ZonePath.between(from.location(), to.location());
        traffic(path, bytes);
        if (!from.equals(to) && knownPairs.add(Set.of(from, to))) {
            pairs(path, 1);
        }
    }

    private void node(PlacedNode node) {
        if (known.add(node)) {
            nodes(Zone.of(node.location()), 1);
        }
    }

    /**
     * Adds traffic of which an end has no place.
     *
     * @param names of the ends that have none
     */
    void addUnknown(List<String> names, double bytes) {
        unknownBytesPerSecond += bytes;
        for (String name : names) {
            if (unknownNames.size() < MOST_NAMES) {
                unknownNames.add(name);
            }
        }
    }

    void traffic(ZonePath path, double bytes) {
        bytesPerSecond.merge(path, bytes, Double::sum);
    }

    void pairs(ZonePath path, double count) {
        pairs.merge(path, count, Double::sum);
    }

    void nodes(Zone zone, int count) {
        nodes.merge(zone, count, Integer::sum);
    }

    /** Returns bytes a second from one zone to another. */
    public Map<ZonePath, Double> bytesPerSecond() {
        return Collections.unmodifiableMap(bytesPerSecond);
    }

    /** Returns how many pairs of nodes exchange bytes; each pair counts on the way in one of its directions. */
    public Map<ZonePath, Double> pairs() {
        return Collections.unmodifiableMap(pairs);
    }

    /** Returns the number of nodes in each zone. */
    public SortedMap<Zone, Integer> nodes() {
        return Collections.unmodifiableSortedMap(nodes);
    }

    /** Returns names without a place, at most 100. */
    public Set<String> unknownNames() {
        return Collections.unmodifiableSet(unknownNames);
    }

    /** Returns bytes a second that were left out because an end has no place. */
    public double unknownBytesPerSecond() {
        return unknownBytesPerSecond;
    }
}

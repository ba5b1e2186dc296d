package io.narrows.estimate.flow;

import io.narrows.estimate.topology.PlacedNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Bytes that each node sends and receives, if their other ends are unknown. The bytes of a sender are distributed over the
 * others in proportion to what they receive. Since nodes also talk with clients, this is at most an upper bound.
 */
public final class NodeTotals {
    private final NodePlaces places;
    private final Map<PlacedNode, double[]> totals = new LinkedHashMap<>();
    private final TrafficMatrix matrix = new TrafficMatrix();

    public NodeTotals(NodePlaces places) {
        this.places = places;
    }

    /** Adds bytes per second that a node sends. */
    public void sends(String name, double bytesPerSecond) {
        add(name, 0, bytesPerSecond);
    }

    /** Adds bytes per second that a node receives. */
    public void receives(String name, double bytesPerSecond) {
        add(name, 1, bytesPerSecond);
    }

    private void add(String name, int direction, double bytesPerSecond) {
        Optional<PlacedNode> node = places.find(name);
        if (node.isPresent()) {
            totals.computeIfAbsent(node.get(), any -> new double[2])[direction] += bytesPerSecond;
        } else if (direction == 0) {
            matrix.addUnknown(List.of(name), bytesPerSecond);
        }
    }

    /** Returns the traffic; the time that it takes grows with the nodes times the zones. */
    public TrafficMatrix distributed() {
        Map<Zone, Double> received = new TreeMap<>();
        Map<Zone, Integer> nodes = new TreeMap<>();
        double all = 0;
        for (Map.Entry<PlacedNode, double[]> entry : totals.entrySet()) {
            Zone zone = Zone.of(entry.getKey().location());
            received.merge(zone, entry.getValue()[1], Double::sum);
            nodes.merge(zone, 1, Integer::sum);
            matrix.nodes(zone, 1);
            all += entry.getValue()[1];
        }
        for (Map.Entry<PlacedNode, double[]> entry : totals.entrySet()) {
            Zone from = Zone.of(entry.getKey().location());
            double sent = entry.getValue()[0];
            double own = entry.getValue()[1];
            for (Map.Entry<Zone, Double> to : received.entrySet()) {
                double others = to.getKey().equals(from) ? to.getValue() - own : to.getValue();
                ZonePath path = ZonePath.ofHosts(from, to.getKey());
                if (all > own) {
                    matrix.traffic(path, sent * others / (all - own));
                }
                int pairs = nodes.getOrDefault(to.getKey(), 0) - (to.getKey().equals(from) ? 1 : 0);
                matrix.pairs(path, pairs / 2.0);
            }
        }
        return matrix;
    }
}

package io.narrows.estimate.flow;

import io.narrows.estimate.topology.PlacedNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects traffic between named nodes. */
public final class FlowTable {
    private final NodePlaces places;
    private final TrafficMatrix matrix = new TrafficMatrix();

    public FlowTable(NodePlaces places) {
        this.places = places;
    }

    /** Adds bytes per second from one node to another; if one has no place, they are only counted. */
    public void add(String fromName, String toName, double bytesPerSecond) {
        Optional<PlacedNode> from = places.find(fromName);
        Optional<PlacedNode> to = places.find(toName);
        if (from.isPresent() && to.isPresent()) {
            matrix.add(from.get(), to.get(), bytesPerSecond);
        } else {
            List<String> names = new ArrayList<>();
            if (from.isEmpty()) {
                names.add(fromName);
            }
            if (to.isEmpty()) {
                names.add(toName);
            }
            matrix.addUnknown(names, bytesPerSecond);
        }
    }

    /** Returns the traffic so far. */
    public TrafficMatrix matrix() {
        return matrix;
    }
}

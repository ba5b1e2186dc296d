package io.narrows.estimate.flow;

import io.narrows.config.AddressRange;
import io.narrows.config.Location;
import io.narrows.estimate.topology.PlacedNode;
import io.narrows.estimate.topology.Topology;
import io.narrows.estimate.topology.TopologyEntry;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The places of nodes by how a table or metrics name them: {@code REGION/ZONE/NAME}, an IP address that the topology
 * contains, or the name of a node of the topology; the latter two also with a port.
 */
public final class NodePlaces {
    private static final int PARTS = 3;

    private final Topology topology;
    private final Map<String, Location> byName;

    /** @param byName nodes of a configuration, in addition to those of the entries */
    public NodePlaces(List<TopologyEntry> entries, Map<String, Location> byName) {
        this.topology = new Topology(entries);
        this.byName = new HashMap<>(byName);
        for (TopologyEntry entry : entries) {
            if (entry.name().isPresent() && entry.host().isPresent()) {
                this.byName.putIfAbsent(
                        entry.name().get(),
                        new Location(entry.region(), entry.zone(), entry.host().get()));
            }
        }
    }

    /** Returns the node; empty if it has no place. */
    public Optional<PlacedNode> find(String text) {
        String[] parts = text.split("/", -1);
        if (parts.length == PARTS) {
            boolean complete = !parts[0].isBlank() && !parts[1].isBlank() && !parts[2].isBlank();
            return complete
                    ? Optional.of(new PlacedNode(parts[2], new Location(parts[0], parts[1], parts[2])))
                    : Optional.empty();
        }
        return exact(text).or(() -> exact(withoutPort(text)));
    }

    private Optional<PlacedNode> exact(String text) {
        Location named = byName.get(text);
        if (named != null) {
            return Optional.of(new PlacedNode(text, named));
        }
        return AddressRange.parse(text).isPresent() && text.indexOf('/') < 0
                ? topology.find(literal(text))
                : Optional.empty();
    }

    /** Parses an address without looking up a name: the text is known to be one. */
    private static InetAddress literal(String address) {
        try {
            return InetAddress.getByName(address);
        } catch (UnknownHostException e) {
            throw new IllegalArgumentException(address, e);
        }
    }

    private static String withoutPort(String text) {
        if (text.startsWith("[")) {
            int end = text.indexOf(']');
            return end < 0 ? text : text.substring(1, end);
        }
        int colon = text.indexOf(':');
        return colon < 0 || colon != text.lastIndexOf(':') ? text : text.substring(0, colon);
    }
}

package io.narrows.middleware;

import io.narrows.config.AddressRange;
import io.narrows.config.GrpcPlace;
import io.narrows.config.Location;
import io.narrows.config.Node;
import io.narrows.config.Tier;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds the other end of a call among the configured places. Safe for use by many threads. */
final class Remotes {
    private record Range(AddressRange addresses, Remote remote) {}

    private final Node node;
    private final Map<String, Remote> byName = new LinkedHashMap<>();
    private final List<Range> narrowestFirst = new ArrayList<>();

    Remotes(Node node, Collection<GrpcPlace> places) {
        this.node = node;
        for (GrpcPlace place : places) {
            Remote remote = byName.computeIfAbsent(place.peer(), name -> Remote.at(name, place.location()));
            place.addresses().forEach(range -> narrowestFirst.add(new Range(range, remote)));
        }
        narrowestFirst.sort(
                Comparator.comparingInt((Range range) -> range.addresses().bits())
                        .reversed());
    }

    /** What a name stands for; unknown for null and for names that no place has. */
    Remote named(String name) {
        return name == null ? Remote.UNKNOWN : byName.getOrDefault(name, Remote.UNKNOWN);
    }

    /** Who is at an address; unknown for null, and for one that is in no range. */
    Remote at(SocketAddress address) {
        if (!(address instanceof InetSocketAddress internet) || internet.getAddress() == null) {
            return Remote.UNKNOWN;
        }
        byte[] octets = internet.getAddress().getAddress();
        for (Range range : narrowestFirst) {
            if (range.addresses().contains(octets)) {
                return range.remote();
            }
        }
        return Remote.UNKNOWN;
    }

    /** The one that is the farthest from this node: what is chosen for it costs the others little. */
    Remote farthest(Collection<Remote> remotes) {
        return remotes.stream()
                .filter(remote -> remote.location().isPresent())
                .max(Comparator.comparing(remote ->
                        Tier.between(node.location(), remote.location().orElseThrow())))
                .orElse(Remote.UNKNOWN);
    }

    /** Where the named places are. */
    Map<String, Location> locations() {
        Map<String, Location> locations = new LinkedHashMap<>();
        byName.forEach((name, remote) -> locations.put(name, remote.location().orElseThrow()));
        return locations;
    }
}

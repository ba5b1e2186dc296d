package io.narrows.middleware;

import io.narrows.config.AddressRange;
import io.narrows.config.GrpcPlace;
import io.narrows.config.Location;
import io.narrows.config.Node;
import io.narrows.config.PeerId;
import io.narrows.config.Tier;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the configured place of a call's remote end. Safe for use by many threads. */
final class Remotes {
    private record Range(AddressRange addresses, Remote remote) {}

    private final Node node;
    /** By the texts of names, as calls have them in headers and options. */
    private final Map<String, Remote> byName = new LinkedHashMap<>();

    private final List<Range> narrowestFirst = new ArrayList<>();

    Remotes(Node node, Collection<GrpcPlace> places) {
        this.node = node;
        for (GrpcPlace place : places) {
            Remote remote =
                    byName.computeIfAbsent(place.peer().value(), name -> Remote.at(place.peer(), place.location()));
            place.addresses().forEach(range -> narrowestFirst.add(new Range(range, remote)));
        }
        narrowestFirst.sort(
                Comparator.comparingInt((Range range) -> range.addresses().bits())
                        .reversed());
    }

    /** Returns the remote with a name; unknown for null and for unconfigured names. */
    Remote named(@Nullable String name) {
        return name == null ? Remote.UNKNOWN : byName.getOrDefault(name, Remote.UNKNOWN);
    }

    /** Returns the remote at an address; unknown for null and for addresses outside all ranges. */
    Remote at(@Nullable SocketAddress address) {
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

    /** Returns the remote farthest from this node: what is chosen for it costs the others little. */
    Remote farthest(Collection<Remote> remotes) {
        return remotes.stream()
                .filter(remote -> remote.location().isPresent())
                .max(Comparator.comparing(remote ->
                        Tier.between(node.location(), remote.location().orElseThrow())))
                .orElse(Remote.UNKNOWN);
    }

    /** Returns the locations of the named places. */
    Map<PeerId, Location> locations() {
        Map<PeerId, Location> locations = new LinkedHashMap<>();
        byName.values()
                .forEach(
                        remote -> locations.put(remote.name(), remote.location().orElseThrow()));
        return locations;
    }
}

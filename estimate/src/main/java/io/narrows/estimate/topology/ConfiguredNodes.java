package io.narrows.estimate.topology;

import io.narrows.config.AddressRange;
import io.narrows.config.Config;
import io.narrows.config.ConfigException;
import io.narrows.config.ConfigSource;
import io.narrows.config.Location;
import io.narrows.config.Peer;
import io.narrows.config.PeerId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The nodes of a configuration by their addresses: all if the file lists them under {@code nodes}, otherwise the peers, since
 * a file for one node does not have its own addresses. Names of hosts are not looked up.
 */
public final class ConfiguredNodes {
    private ConfiguredNodes() {}

    /**
     * Returns an entry for each address of a node with a configured place.
     *
     * @param config the configuration of one of the nodes
     * @param source where it was loaded from
     * @throws ConfigException if the file is not valid for another of its nodes
     */
    public static List<TopologyEntry> of(Config config, ConfigSource source) throws ConfigException {
        Map<PeerId, Peer> nodes = nodes(config, source);
        List<TopologyEntry> entries = new ArrayList<>();
        for (Peer node : nodes.values()) {
            node.location().ifPresent(place -> ranges(node).forEach(range -> entries.add(entry(range, node, place))));
        }
        return entries;
    }

    /**
     * Returns the places of nodes by their ids, among them that of the configuration's own node.
     *
     * @throws ConfigException if the file is not valid for another of its nodes
     */
    public static Map<String, Location> places(Config config, ConfigSource source) throws ConfigException {
        Map<String, Location> places = new LinkedHashMap<>();
        places.put(config.node().id().value(), config.node().location());
        nodes(config, source)
                .forEach((id, node) -> node.location().ifPresent(place -> places.putIfAbsent(id.value(), place)));
        return places;
    }

    private static Map<PeerId, Peer> nodes(Config config, ConfigSource source) throws ConfigException {
        Map<PeerId, Peer> nodes = new LinkedHashMap<>();
        config.peers().forEach(peer -> nodes.put(peer.id(), peer));
        for (PeerId id : source.listed()) {
            if (!id.equals(config.node().id())) {
                source.withNode(id.value()).load().peers().forEach(peer -> nodes.putIfAbsent(peer.id(), peer));
                break;
            }
        }
        return nodes;
    }

    private static Stream<AddressRange> ranges(Peer node) {
        return node.allHosts().stream().flatMap(host -> AddressRange.parse(host).stream());
    }

    private static TopologyEntry entry(AddressRange range, Peer node, Location place) {
        return TopologyEntry.of(range, node.id().value(), place);
    }
}

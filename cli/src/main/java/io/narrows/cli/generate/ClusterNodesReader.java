package io.narrows.cli.generate;

import io.narrows.cli.generate.database.ClusterNode;
import io.narrows.config.HostPort;
import io.narrows.config.Location;
import io.narrows.config.Names;
import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.Words;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Reads {@code nodes} of a cluster file. Each id, number and machine must belong to one node only. */
final class ClusterNodesReader {
    static final Keys KEYS =
            Keys.of("node").required("id", "address", "region", "zone").optional("host", "number");

    private static final String ADDRESS = "a host name or an IP address, without a port";

    private final String domain;
    private final boolean usesNames;
    private final Map<String, YamlValue> ids = new HashMap<>();
    private final Map<String, YamlValue> addresses = new HashMap<>();
    private final Map<Integer, YamlValue> numbers = new HashMap<>();

    /** @param usesNames whether hosts files map the names in the domain to loopback addresses */
    ClusterNodesReader(String domain, boolean usesNames) {
        this.domain = domain;
        this.usesNames = usesNames;
    }

    /** Reads at least two nodes. */
    Optional<List<ClusterNode>> read(YamlValue value) {
        String expected = "a list of 2 to " + ClusterNode.MAX_NUMBER + " nodes";
        return value.items(expected).flatMap(items -> {
            if (items.size() < 2 || items.size() > ClusterNode.MAX_NUMBER) {
                value.wrong("the cluster has " + items.size() + (items.size() == 1 ? " node" : " nodes"), expected);
                return Optional.empty();
            }
            List<ClusterNode> nodes = new ArrayList<>();
            for (YamlValue item : items) {
                int place = nodes.size() + 1;
                item.map(KEYS).flatMap(map -> node(map, place, item)).ifPresent(nodes::add);
            }
            if (usesNames) {
                refuseGeneratedNames();
            }
            return Optional.of(nodes).filter(all -> all.size() == items.size());
        });
    }

    private Optional<ClusterNode> node(YamlMap map, int place, YamlValue item) {
        Optional<String> id = map.read("id", this::id);
        Optional<String> address = map.read("address", this::address);
        Optional<String> region = map.read("region", Names::name);
        Optional<String> zone = map.read("zone", Names::name);
        Optional<String> host = map.has("host") ? map.read("host", Names::host) : id;
        Optional<Integer> number = number(map, place, item);
        return id.flatMap(i -> address.flatMap(a -> region.flatMap(r -> zone.flatMap(z ->
                host.flatMap(h -> number.map(n -> new ClusterNode(n, i, a, new Location(r, z, h))))))));
    }

    private Optional<String> id(YamlValue value) {
        return Names.name(value).filter(id -> {
            if (id.equalsIgnoreCase(OutputTree.AUTHORITY)) {
                value.wrong("\"" + id + "\" is the folder of the certificate authority", "a different id");
                return false;
            }
            if (!ClusterReader.isHost(id + "." + domain)) {
                value.wrong(
                        Words.quote(id + "." + domain) + " is not a host name",
                        "an id that forms one together" + " with the domain");
                return false;
            }
            return unique(ids, id.toLowerCase(Locale.ROOT), value, "node " + Words.quote(id));
        });
    }

    private Optional<String> address(YamlValue value) {
        return value.text(ADDRESS).filter(text -> {
            if (!ClusterReader.isHost(text)) {
                value.wrong(Words.quote(text) + " is not a valid machine address", ADDRESS);
                return false;
            }
            HostPort machine = new HostPort(text, 0);
            if (machine.isLoopback() || machine.isWildcard()) {
                value.wrong(Words.quote(text) + " cannot be reached from other machines", ADDRESS);
                return false;
            }
            return unique(addresses, machine.host(), value, "machine " + Words.quote(text));
        });
    }

    /**
     * Refuses generated names as addresses: a hosts file maps such a name to a loopback address, so each
     * sidecar would dial itself.
     */
    private void refuseGeneratedNames() {
        ids.forEach((id, at) -> {
            String name = (id + "." + domain).toLowerCase(Locale.ROOT);
            YamlValue address = addresses.get(name);
            if (address != null) {
                address.wrong(
                        Words.quote(name)
                                + " is a name that the hosts files map to a loopback address, for the node at line "
                                + at.place().line(),
                        "an IP address or another name of the machine, or another domain");
            }
        });
    }

    private Optional<Integer> number(YamlMap map, int place, YamlValue item) {
        Optional<Integer> number =
                map.has("number") ? map.read("number", n -> n.integer(1, ClusterNode.MAX_NUMBER)) : Optional.of(place);
        YamlValue at = map.get("number").orElse(item);
        return number.filter(n -> unique(numbers, n, at, "number " + n));
    }

    private static <T> boolean unique(Map<T, YamlValue> seen, T item, YamlValue value, String what) {
        YamlValue first = seen.putIfAbsent(item, value);
        if (first != null) {
            value.wrong(what + " is already defined at line " + first.place().line(), "unique values for all nodes");
        }
        return first == null;
    }
}

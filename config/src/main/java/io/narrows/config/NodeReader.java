package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.Optional;

/** Reads {@code node}, and the location, which peers have as well. */
final class NodeReader {
    static final Keys KEYS = Keys.of("node").required("id", "region", "zone", "host");

    private NodeReader() {}

    static Optional<Node> read(YamlValue value) {
        return value.map(KEYS).flatMap(node -> {
            Optional<PeerId> id = node.read("id", Names::name).map(PeerId::new);
            Optional<Location> location = location(node);
            return id.flatMap(name -> location.map(place -> new Node(name, place)));
        });
    }

    static Optional<Location> location(YamlMap map) {
        Optional<String> region = map.read("region", Names::name);
        Optional<String> zone = map.read("zone", Names::name);
        Optional<String> host = map.read("host", Names::host);
        return region.flatMap(r -> zone.flatMap(z -> host.map(h -> new Location(r, z, h))));
    }
}

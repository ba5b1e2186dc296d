package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlValue;
import java.util.Optional;

/** Reads {@code node}. */
final class NodeReader {
    static final Keys KEYS = Keys.of("node").required("id", "region", "zone", "host");

    private final PlaceReader places;

    NodeReader(PlaceReader places) {
        this.places = places;
    }

    Optional<Node> read(YamlValue value) {
        return value.map(KEYS).flatMap(node -> {
            Optional<PeerId> id = node.read("id", Names::name).map(PeerId::new);
            Optional<Location> location = places.own(node);
            return id.flatMap(name -> location.map(place -> new Node(name, place)));
        });
    }
}

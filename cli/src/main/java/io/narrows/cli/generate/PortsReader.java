package io.narrows.cli.generate;

import io.narrows.cli.generate.database.DatabaseKind;
import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads {@code ports} of a cluster file, the ports that differ from the defaults of the database and its sidecar. */
final class PortsReader {
    static final int MAX_PORT = 65535;

    private final DatabaseKind kind;

    PortsReader(DatabaseKind kind) {
        this.kind = kind;
    }

    Optional<Map<String, Integer>> read(YamlValue value) {
        String[] names = kind.ports().keySet().toArray(String[]::new);
        return value.map(Keys.of("ports of " + kind).optional(names)).map(this::ports);
    }

    private Map<String, Integer> ports(YamlMap map) {
        Map<String, Integer> ports = new LinkedHashMap<>(kind.ports());
        ports.replaceAll((name, standard) ->
                map.read(name, value -> value.integer(1, MAX_PORT)).orElse(standard));
        Map<Integer, String> seen = new HashMap<>();
        ports.forEach((name, port) -> {
            String first = seen.putIfAbsent(port, name);
            if (first != null) {
                map.wrongKey(
                        map.has(name) ? name : first,
                        "port " + port + " is used by both " + first + " and " + name,
                        "a different port for each");
            }
        });
        return ports;
    }
}

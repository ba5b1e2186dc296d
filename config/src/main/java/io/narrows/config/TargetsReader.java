package io.narrows.config;

import io.narrows.config.yaml.YamlEntry;
import io.narrows.config.yaml.YamlValue;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Reads {@code targets}: names of the user's and the local addresses behind them. */
final class TargetsReader {
    private TargetsReader() {}

    static Optional<Map<String, HostPort>> read(YamlValue value) {
        return value.entries("a map of target names and their local addresses").map(entries -> {
            Map<String, HostPort> targets = new LinkedHashMap<>();
            for (YamlEntry entry : entries) {
                Optional<String> name = Names.name(entry.name());
                Optional<HostPort> address = Addresses.read(entry.value());
                name.ifPresent(target -> address.ifPresent(at -> targets.put(target, at)));
            }
            return targets;
        });
    }
}

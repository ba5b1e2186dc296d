package io.narrows.cli.check.cluster;

import io.narrows.config.yaml.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Lines for a hosts file: an address, then names.
 *
 * @param addresses the address of each name, in lower case; of a name with several, the first, which resolvers take
 */
record HostsLines(Path file, Map<String, Entry> addresses) {
    private static final String NAME = "hosts";

    /** @param line counted from 1 */
    record Entry(String address, int line) {}

    /** Reads the file beside a configuration; empty if there is none that can be read. */
    static Optional<HostsLines> beside(Path configuration) {
        Path file = configuration.resolveSibling(NAME);
        try {
            return Files.isRegularFile(file) ? Optional.of(read(file)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static HostsLines read(Path file) throws IOException {
        Map<String, Entry> addresses = new LinkedHashMap<>();
        List<String> lines = Files.readAllLines(file);
        for (int i = 0; i < lines.size(); i++) {
            String[] words = lines.get(i).replaceFirst("#.*", "").strip().split("\\s+");
            for (int word = 1; word < words.length; word++) {
                addresses.putIfAbsent(words[word].toLowerCase(Locale.ROOT), new Entry(words[0], i + 1));
            }
        }
        return new HostsLines(file, addresses);
    }

    /** Returns the names that lead to an address. */
    List<String> names(String address) {
        List<String> names = new ArrayList<>();
        addresses.forEach((name, entry) -> {
            if (entry.address().equals(address)) {
                names.add(name);
            }
        });
        return names;
    }

    Optional<Entry> find(String name) {
        return Optional.ofNullable(addresses.get(name));
    }

    Place place(String name) {
        return find(name)
                .map(entry -> new Place(file.toString(), entry.line(), 1))
                .orElse(Place.of(file.toString()));
    }
}

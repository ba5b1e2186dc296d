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
 * Lines of a hosts file: an address followed by names.
 *
 * @param addresses the address of each name, in lower case; if a name has several, the first one, which resolvers use
 */
record HostsLines(Path file, Map<String, Entry> addresses) {
    private static final String NAME = "hosts";

    /** @param line counted from 1 */
    record Entry(String address, int line) {
        boolean isLocalhost() {
            return address.equals("127.0.0.1") || address.equals("::1");
        }

        boolean isLoopback() {
            return address.startsWith("127.") || address.equals("::1");
        }
    }

    /** Reads the hosts file next to a configuration; empty if there is no readable one. */
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

    /** Returns the names of an address. */
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

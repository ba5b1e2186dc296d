package io.narrows.bench.db;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** Named figures that one process passes to another: a line {@code name=value} for each. */
final class Figures {
    private final Map<String, Double> values = new LinkedHashMap<>();

    void put(String name, double value) {
        values.put(name, value);
    }

    /** Returns a figure, 0 if it does not exist. */
    double get(String name) {
        return values.getOrDefault(name, 0.0);
    }

    Set<String> names() {
        return Collections.unmodifiableSet(values.keySet());
    }

    String text() {
        return values.entrySet().stream()
                .map(entry -> entry.getKey() + "=" + entry.getValue() + "\n")
                .collect(Collectors.joining());
    }

    /** @throws IllegalArgumentException if a line is malformed */
    static Figures parse(List<String> lines) {
        Figures figures = new Figures();
        for (String line : lines) {
            int equals = line.indexOf('=');
            if (equals < 0) {
                throw new IllegalArgumentException("figure '" + line + "' (expected: name=value)");
            }
            figures.put(line.substring(0, equals), Double.parseDouble(line.substring(equals + 1)));
        }
        return figures;
    }
}

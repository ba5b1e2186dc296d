package io.narrows.cli.report;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A selector of series in Prometheus' query language, such as <code>{job="narrows"}</code>. */
final class Selector {
    private static final Pattern LABEL = Pattern.compile("[a-zA-Z_][a-zA-Z0-9_]*");

    private Selector() {}

    /**
     * Returns the selector of series that have all these labels; empty text without labels.
     *
     * @throws IllegalArgumentException if one is not the name of a label
     */
    static String of(Map<String, String> labels) {
        return labels.isEmpty()
                ? ""
                : new TreeMap<>(labels)
                        .entrySet().stream()
                                .map(label -> label(label.getKey(), label.getValue()))
                                .collect(Collectors.joining(",", "{", "}"));
    }

    private static String label(String name, String value) {
        if (!LABEL.matcher(name).matches()) {
            throw new IllegalArgumentException("\"" + name + "\" is not the name of a label");
        }
        return name + "=\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }
}

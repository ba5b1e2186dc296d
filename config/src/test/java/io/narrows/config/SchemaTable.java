package io.narrows.config;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats a section of the schema as a Markdown table. */
final class SchemaTable {
    private static final Map<String, String> TYPES = Map.ofEntries(
            Map.entry("name", "text"),
            Map.entry("host", "text"),
            Map.entry("class", "class"),
            Map.entry("bytes", "bytes"),
            Map.entry("address", "`host:port`"),
            Map.entry("ips", "IP address, or a list of them"),
            Map.entry("duration", "duration"),
            Map.entry("size", "size"),
            Map.entry("usd", "US dollars, 0 to 1000"),
            Map.entry("percent", "percent, 0 to 99"),
            Map.entry("codecs", "codecs"),
            Map.entry("file", "path"),
            Map.entry("service-pattern", "name, perhaps with `*` at its end"),
            Map.entry("method-pattern", "name, perhaps with `*` at its end"));

    private final SchemaModel schema;

    SchemaTable(SchemaModel schema) {
        this.schema = schema;
    }

    String of(String section) {
        return "| key | type | default | meaning |\n| --- | --- | --- | --- |\n"
                + schema.properties(section).keySet().stream()
                        .map(key -> row(section, key))
                        .collect(Collectors.joining());
    }

    /** Formats the former names of keys as a Markdown table. */
    String ofFormerNames() {
        return "| former name | now |\n| --- | --- |\n"
                + schema.sections().stream()
                        .flatMap(section -> schema.formerProperties(section).entrySet().stream()
                                .map(former -> "| `%s.%s` | `%s.%s` |\n"
                                        .formatted(section, former.getKey(), section, present(former.getValue()))))
                        .collect(Collectors.joining());
    }

    private static String present(Object former) {
        String description = SchemaModel.map(former).get("description").toString();
        return description.replaceAll("Former name of (.*)\\.", "$1");
    }

    private String row(String section, String key) {
        Map<String, Object> property = schema.property(section, key);
        return "| `%s` | %s | %s | %s |\n"
                .formatted(key, type(property), standard(section, key, property), property.get("description"));
    }

    private String standard(String section, String key, Map<String, Object> property) {
        Object value = property.get("default");
        if (value == null) {
            return schema.required(section).contains(key) ? "required" : "";
        }
        boolean many = value instanceof List<?> list && !list.isEmpty() && list.get(0) instanceof Map;
        return many
                ? "below"
                : "`" + ConfigJson.json(value).replaceAll("\\s+", " ").trim().replace("\"", "") + "`";
    }

    private static String alternative(Map<String, Object> property) {
        Map<String, Object> values = SchemaModel.map(property.get("additionalProperties"));
        return values.containsKey("anyOf") ? " or maps, see [target](#target)" : "";
    }

    private String type(Map<String, Object> property) {
        if (property.containsKey("$ref")) {
            String name = property.get("$ref").toString().replace("#/$defs/", "");
            return TYPES.getOrDefault(name, "map, see [" + name + "](#" + name + ")");
        }
        if (property.get("enum") instanceof List<?> words) {
            return words.stream().map(word -> "`" + word + "`").collect(Collectors.joining(", "));
        }
        if (property.get("anyOf") instanceof List<?> kinds) {
            return kinds.stream().map(kind -> type(SchemaModel.map(kind))).collect(Collectors.joining(" or "));
        }
        return switch (property.get("type").toString()) {
            case "array" -> "list";
            case "object" -> "map of names and `host:port`" + alternative(property);
            case "string" -> "text";
            case "boolean" -> "`true`, `false`";
            default ->
                property.containsKey("minimum")
                        ? "%s to %s".formatted(property.get("minimum"), property.get("maximum"))
                        : property.containsKey("const") ? "`" + property.get("const") + "`" : "whole number";
        };
    }
}

package io.narrows.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The schema as maps and lists, parsed as YAML, without the alternative that a value has references to variables. */
final class SchemaModel {
    private static final String REFERENCE = "\\$\\{";

    private final Map<String, Object> root =
            map(withoutReferences(new Load(LoadSettings.builder().build()).loadFromString(ConfigSchema.text())));

    /** Returns the names of all maps that a file may have, in the order of the schema. */
    List<String> sections() {
        return map(root.get("$defs")).entrySet().stream()
                .filter(definition -> map(definition.getValue()).containsKey("properties"))
                .map(Map.Entry::getKey)
                .toList();
    }

    /** Returns the keys of a section with their definitions, without former names. */
    Map<String, Object> properties(String section) {
        return properties(section, false);
    }

    /** Returns the former names of keys with their definitions. */
    Map<String, Object> formerProperties(String section) {
        return properties(section, true);
    }

    private Map<String, Object> properties(String section, boolean former) {
        Map<String, Object> properties =
                new LinkedHashMap<>(map(definition(section).get("properties")));
        properties.values().removeIf(property -> map(property).containsKey("deprecated") != former);
        return properties;
    }

    Map<String, Object> property(String section, String key) {
        return map(properties(section).get(key));
    }

    /** Returns the keys that a section must have, including those that may appear under their former name. */
    Set<String> required(String section) {
        Set<String> required = new TreeSet<>(keys(definition(section)));
        List<?> alternatives = (List<?>) definition(section).getOrDefault("oneOf", List.of());
        Set<String> named = new TreeSet<>();
        alternatives.forEach(alternative -> named.addAll(keys(map(alternative))));
        if (named.removeAll(formerProperties(section).keySet())) {
            required.addAll(named);
        }
        return required;
    }

    private static Object withoutReferences(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(SchemaModel::withoutReferences).toList();
        }
        if (!(value instanceof Map)) {
            return value;
        }
        Map<String, Object> map = new LinkedHashMap<>();
        map(value).forEach((key, child) -> map.put(key, withoutReferences(child)));
        if (REFERENCE.equals(map.get("pattern"))) {
            map.remove("pattern");
            map.computeIfPresent("type", (key, types) -> types instanceof List<?> all ? all.get(0) : types);
        }
        if (map.get("anyOf") instanceof List<?> list
                && list.get(list.size() - 1).equals(Map.of())) {
            map.remove("anyOf");
            map.putAll(map(list.get(0)));
        }
        return map;
    }

    @SuppressWarnings("unchecked")
    private static List<String> keys(Map<String, Object> definition) {
        return (List<String>) definition.getOrDefault("required", List.of());
    }

    Map<String, Object> definition(String name) {
        return map(map(root.get("$defs")).get(name));
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}

package io.narrows.config;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The schema as maps and lists, parsed as YAML. */
final class SchemaModel {
    private final Map<String, Object> root =
            map(new Load(LoadSettings.builder().build()).loadFromString(ConfigSchema.text()));

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

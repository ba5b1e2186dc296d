package io.narrows.config;

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

    Map<String, Object> properties(String section) {
        return map(definition(section).get("properties"));
    }

    Map<String, Object> property(String section, String key) {
        return map(properties(section).get(key));
    }

    Set<String> required(String section) {
        Set<String> required = new TreeSet<>();
        ((List<?>) definition(section).get("required")).forEach(key -> required.add((String) key));
        return required;
    }

    Map<String, Object> definition(String name) {
        return map(map(root.get("$defs")).get(name));
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }
}

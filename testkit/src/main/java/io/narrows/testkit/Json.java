package io.narrows.testkit;

import java.util.Map;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Reads JSON that a program printed: YAML contains it. */
public final class Json {
    private Json() {}

    /** Returns the members of an object: maps, lists, strings, numbers and booleans. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> object(String text) {
        return (Map<String, Object>) new Load(LoadSettings.builder().build()).loadFromString(text);
    }
}

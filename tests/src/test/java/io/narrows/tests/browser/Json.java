package io.narrows.tests.browser;

import java.util.Map;
import java.util.stream.Collectors;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** Parses JSON to maps, lists, strings, numbers and booleans. */
final class Json {
    private static final int MAX_CHARACTERS = 32 << 20;

    private Json() {}

    /** Parses with the YAML reader that the tests have already, since JSON is YAML. */
    @SuppressWarnings("unchecked")
    static Map<String, Object> parse(CharSequence text) {
        LoadSettings settings =
                LoadSettings.builder().setCodePointLimit(MAX_CHARACTERS).build();
        return (Map<String, Object>) new Load(settings).loadFromString(text.toString());
    }

    static String of(Object value) {
        if (value instanceof Map<?, ?> map) {
            return map.entrySet().stream()
                    .map(entry -> of(entry.getKey()) + ":" + of(entry.getValue()))
                    .collect(Collectors.joining(",", "{", "}"));
        }
        return value instanceof String string ? quoted(string) : String.valueOf(value);
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c == '"' || c == '\\') {
                json.append('\\').append(c);
            } else if (c < ' ') {
                json.append("\\u%04x".formatted((int) c));
            } else {
                json.append(c);
            }
        }
        return json.append('"').toString();
    }
}

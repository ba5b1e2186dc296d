package io.narrows.config.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A map whose keys have been held against those that it may have; what is wrong with them is reported already. */
public final class YamlMap {
    private final YamlValue value;
    private final Map<String, YamlEntry> entries = new LinkedHashMap<>();

    YamlMap(YamlValue value, List<YamlEntry> entries, Keys keys) {
        this.value = value;
        for (YamlEntry entry : entries) {
            if (keys.known().contains(entry.key())) {
                this.entries.put(entry.key(), entry);
            } else {
                refuse(entry, keys);
            }
        }
        for (String key : keys.required()) {
            if (!this.entries.containsKey(key)) {
                value.wrong(keys.section() + " has no \"" + key + "\"", Words.and(keys.required()));
            }
        }
    }

    public boolean has(String key) {
        return entries.containsKey(key);
    }

    /** Empty when the map does not have the key. */
    public Optional<YamlValue> get(String key) {
        return Optional.ofNullable(entries.get(key)).map(YamlEntry::value);
    }

    /** Empty when the map does not have the key, or the reader refused its value. */
    public <T> Optional<T> read(String key, Function<YamlValue, Optional<T>> reader) {
        return get(key).flatMap(reader);
    }

    /** Reports something about the map as a whole, at its beginning. */
    public void wrong(String wrong, String expected) {
        value.wrong(wrong, expected);
    }

    /** Reports something about a key that the map has, at the key. */
    public void wrongKey(String key, String wrong, String expected) {
        entries.get(key).name().wrong(wrong, expected);
    }

    private static void refuse(YamlEntry entry, Keys keys) {
        String expected = Words.or(keys.known());
        if (keys.later().contains(entry.key())) {
            entry.name().wrong("key \"" + entry.key() + "\" is not available yet", expected);
        } else {
            String hint = Suggestion.after(entry.key(), keys.known());
            entry.name().wrong("unknown key " + Words.quote(entry.key()) + " in " + keys.section() + hint, expected);
        }
    }
}

package io.narrows.config.yaml;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;

/**
 * A map whose keys have been checked against the allowed ones; problems with them have already been reported. A value
 * under a former name is found by the current one.
 */
public final class YamlMap {
    private final YamlValue value;
    private final Map<String, YamlEntry> entries = new LinkedHashMap<>();

    YamlMap(YamlValue value, List<YamlEntry> entries, Keys keys) {
        this.value = value;
        for (YamlEntry entry : entries) {
            if (keys.known().contains(entry.key())) {
                this.entries.put(entry.key(), entry);
            } else if (!keys.former().containsKey(entry.key())) {
                refuse(entry, keys);
            }
        }
        for (YamlEntry entry : entries) {
            if (keys.former().containsKey(entry.key())) {
                rename(entry, keys);
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

    /** Returns the value of a key; empty if the map does not have the key. */
    public Optional<YamlValue> get(String key) {
        return Optional.ofNullable(entries.get(key)).map(YamlEntry::value);
    }

    /** Reads the value of a key; empty if the map does not have the key or the reader rejected its value. */
    public <T> Optional<T> read(String key, Function<YamlValue, Optional<T>> reader) {
        return get(key).flatMap(reader);
    }

    /** Reports a problem with the map as a whole, at its start. */
    public void wrong(String wrong, String expected) {
        value.wrong(wrong, expected);
    }

    /** Reports a problem with a key of the map, at the key. */
    public void wrongKey(String key, String wrong, String expected) {
        Objects.requireNonNull(entries.get(key)).name().wrong(wrong, expected);
    }

    private void rename(YamlEntry former, Keys keys) {
        String present = Objects.requireNonNull(keys.former().get(former.key()));
        YamlEntry same = entries.putIfAbsent(present, former);
        if (same == null) {
            former.name().renamed(keys.section() + "." + former.key(), keys.section() + "." + present);
        } else {
            former.name()
                    .wrong(
                            Words.quote(former.key()) + " is the former name of " + Words.quote(present)
                                    + ", which is at " + same.name().place(),
                            present + " alone");
        }
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

package io.narrows.config;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** Builds unmodifiable maps that keep the user's order, which {@link Map#copyOf} would lose. */
final class Ordered {
    private Ordered() {}

    static <K, V> Map<K, V> copy(Map<K, V> source) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(source));
    }

    /** Returns a map with the entries of both; the later ones take the place of earlier ones with the same key. */
    static <K, V> Map<K, V> with(Map<K, V> first, Map<K, V> later) {
        Map<K, V> both = new LinkedHashMap<>(first);
        both.putAll(later);
        return Collections.unmodifiableMap(both);
    }

    /** Returns the values, keyed by a name. */
    @SafeVarargs
    static <V> Map<String, V> by(Function<V, String> name, V... values) {
        Map<String, V> map = new LinkedHashMap<>();
        for (V value : values) {
            map.put(name.apply(value), value);
        }
        return Collections.unmodifiableMap(map);
    }
}

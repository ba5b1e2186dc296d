package io.narrows.config.yaml;

import java.util.List;
import java.util.stream.Stream;

/**
 * The keys that a map of a file may have.
 *
 * @param section name of the map in messages and in the schema
 * @param required keys that it must have
 * @param optional keys that it may have
 * @param later keys of later versions, reported as such rather than as unknown
 */
public record Keys(String section, List<String> required, List<String> optional, List<String> later) {
    public static Keys of(String section) {
        return new Keys(section, List.of(), List.of(), List.of());
    }

    public Keys required(String... keys) {
        return new Keys(section, List.of(keys), optional, later);
    }

    public Keys optional(String... keys) {
        return new Keys(section, required, List.of(keys), later);
    }

    public Keys later(String... keys) {
        return new Keys(section, required, optional, List.of(keys));
    }

    /** Returns all keys of this version, in the order of the documentation. */
    public List<String> known() {
        return Stream.concat(required.stream(), optional.stream()).toList();
    }
}

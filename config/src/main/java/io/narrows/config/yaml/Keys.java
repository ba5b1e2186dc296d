package io.narrows.config.yaml;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The keys that a map of a file may have.
 *
 * @param section name of the map in messages and in the schema
 * @param required keys that it must have
 * @param optional keys that it may have
 * @param later keys of later versions, reported as such rather than as unknown
 * @param former former names of keys, which work for one release, with the current names
 */
public record Keys(
        String section, List<String> required, List<String> optional, List<String> later, Map<String, String> former) {
    public static Keys of(String section) {
        return new Keys(section, List.of(), List.of(), List.of(), Map.of());
    }

    public Keys required(String... keys) {
        return new Keys(section, List.of(keys), optional, later, former);
    }

    public Keys optional(String... keys) {
        return new Keys(section, required, List.of(keys), later, former);
    }

    public Keys later(String... keys) {
        return new Keys(section, required, optional, List.of(keys), former);
    }

    public Keys former(Map<String, String> presentNames) {
        return new Keys(section, required, optional, later, Map.copyOf(presentNames));
    }

    /** Returns all keys of this version, in the order of the documentation. */
    public List<String> known() {
        return Stream.concat(required.stream(), optional.stream()).toList();
    }
}

package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlMap;
import io.narrows.config.yaml.YamlValue;
import java.time.Duration;
import java.util.Optional;

/** Reads {@code auto-compact} of a store, a map with exactly one of its two keys. */
final class AutoCompactionReader {
    static final Keys KEYS = Keys.of("auto-compact").optional("keep-revisions", "keep-for");
    static final int MAX_REVISIONS = 1_000_000_000;
    static final Duration MIN_AGE = Duration.ofMinutes(1);
    static final Duration MAX_AGE = Duration.ofHours(10_000);

    private AutoCompactionReader() {}

    static Optional<AutoCompaction> read(YamlValue value) {
        return value.map(KEYS).flatMap(AutoCompactionReader::read);
    }

    private static Optional<AutoCompaction> read(YamlMap map) {
        if (map.has("keep-revisions") == map.has("keep-for")) {
            map.wrong(
                    "auto-compact has " + (map.has("keep-for") ? "both keys" : "neither key"),
                    "either keep-revisions or keep-for");
            return Optional.empty();
        }
        return map.has("keep-for")
                ? map.read("keep-for", age -> Durations.read(age, MIN_AGE, MAX_AGE))
                        .map(AutoCompaction.KeepFor::new)
                : map.read("keep-revisions", count -> count.integer(1, MAX_REVISIONS))
                        .map(AutoCompaction.KeepRevisions::new);
    }
}

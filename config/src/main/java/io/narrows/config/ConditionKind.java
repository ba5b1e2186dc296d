package io.narrows.config;

import io.narrows.config.yaml.YamlValue;
import java.util.Optional;
import java.util.function.BiFunction;

/** How a condition is read from a rule: its key, and what makes the condition of the value behind it. */
record ConditionKind(String key, BiFunction<YamlValue, References, Optional<? extends Condition>> reader) {
    Optional<? extends Condition> read(YamlValue value, References names) {
        return reader.apply(value, names);
    }
}

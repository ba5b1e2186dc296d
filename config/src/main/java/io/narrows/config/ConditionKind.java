package io.narrows.config;

import io.narrows.config.yaml.YamlValue;
import java.util.Optional;
import java.util.function.BiFunction;

/** A key of a rule and the reader that turns its value into a condition. */
record ConditionKind(String key, BiFunction<YamlValue, References, Optional<? extends Condition>> reader) {
    Optional<? extends Condition> read(YamlValue value, References names) {
        return reader.apply(value, names);
    }
}

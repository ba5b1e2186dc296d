package io.narrows.config;

import io.narrows.config.yaml.Keys;
import io.narrows.config.yaml.YamlValue;
import java.util.Optional;

/** Reads {@code auto}: the settings of rules with {@code codec: auto}. */
final class AutoReader {
    static final Keys KEYS = Keys.of("auto").optional("candidates", "objective", "cpu-budget", "hysteresis");

    private AutoReader() {}

    static Optional<AutoSettings> read(YamlValue value) {
        AutoSettings standard = AutoSettings.STANDARD;
        return value.map(KEYS)
                .map(map -> new AutoSettings(
                        map.read("candidates", CodecListReader::read).orElse(standard.candidates()),
                        map.read("objective", word -> word.word(Objective.BY_LABEL))
                                .orElse(standard.objective()),
                        map.read("cpu-budget", AutoReader::cpuBudget).orElse(standard.cpuBudget()),
                        map.read("hysteresis", AutoReader::hysteresis).orElse(standard.hysteresis())));
    }

    private static Optional<Double> cpuBudget(YamlValue value) {
        return value.number(
                AutoSettings.MIN_CPU_BUDGET,
                AutoSettings.MAX_CPU_BUDGET,
                "a number of processors from " + AutoSettings.MIN_CPU_BUDGET + " to "
                        + Math.round(AutoSettings.MAX_CPU_BUDGET));
    }

    private static Optional<Double> hysteresis(YamlValue value) {
        return value.number(
                0, AutoSettings.MAX_HYSTERESIS, "a part of the cost from 0 to " + AutoSettings.MAX_HYSTERESIS);
    }
}

package io.narrows.node.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * A number of a part of the statistics, and its presentation.
 *
 * @param <T> type of the part
 * @param name dotted, without the unit and {@code _total}, which registries add according to their conventions
 * @param unit plural unit of the number; empty if it counts the things in its name
 * @param meaning one sentence
 */
record Measure<T>(Kind kind, String name, String unit, String meaning, ToDoubleFunction<T> value) {
    enum Kind {
        GAUGE,
        COUNTER
    }

    /** Returns a measure that can rise and fall. */
    static <T> Measure<T> gauge(String name, String unit, String meaning, ToDoubleFunction<T> value) {
        return new Measure<>(Kind.GAUGE, name, unit, meaning, value);
    }

    /** Returns a measure that only grows while the database is open. */
    static <T> Measure<T> counter(String name, String unit, String meaning, ToDoubleFunction<T> value) {
        return new Measure<>(Kind.COUNTER, name, unit, meaning, value);
    }

    /**
     * Registers a meter.
     *
     * @param part returns the part at the time of reading; null after it is gone
     */
    Meter register(MeterRegistry registry, Tags tags, Supplier<T> part) {
        String baseUnit = unit.isEmpty() ? null : unit;
        return switch (kind) {
            case GAUGE ->
                Gauge.builder("narrows.store." + name, () -> read(part))
                        .tags(tags)
                        .baseUnit(baseUnit)
                        .description(meaning)
                        .register(registry);
            // The function keeps the supplier reachable: the meter references its function strongly, but the builder's
            // object only weakly.
            case COUNTER ->
                FunctionCounter.builder("narrows.store." + name, part, gone -> read(part))
                        .tags(tags)
                        .baseUnit(baseUnit)
                        .description(meaning)
                        .register(registry);
        };
    }

    private double read(Supplier<T> part) {
        T current = part.get();
        return current == null ? Double.NaN : value.applyAsDouble(current);
    }
}

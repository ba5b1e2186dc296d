package io.narrows.node.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

/**
 * One number of a part of the statistics, and how it is shown.
 *
 * @param <T> the part
 * @param name with dots, without the unit and without {@code _total}: registries add both as their systems want it
 * @param unit of the number in the plural; empty where it counts what the name says
 * @param meaning one sentence
 */
record Measure<T>(Kind kind, String name, String unit, String meaning, ToDoubleFunction<T> value) {
    enum Kind {
        GAUGE,
        COUNTER
    }

    /** What goes up and down. */
    static <T> Measure<T> gauge(String name, String unit, String meaning, ToDoubleFunction<T> value) {
        return new Measure<>(Kind.GAUGE, name, unit, meaning, value);
    }

    /** What only grows while the database is open. */
    static <T> Measure<T> counter(String name, String unit, String meaning, ToDoubleFunction<T> value) {
        return new Measure<>(Kind.COUNTER, name, unit, meaning, value);
    }

    /**
     * Shows it.
     *
     * @param part gives the part as it is when the meter is read; null once it is gone
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
            // The meter keeps the function, and with it the supplier; the object of the builder it would let go.
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

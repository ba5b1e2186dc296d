package io.narrows.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.narrows.storage.db.DbStatistics;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Shows a store to Micrometer, as {@code narrows.store.*}. Labels are names of column families and closed sets: level, codec,
 * reason. Meters of a family, a level or a codec appear and go with it. One registry holds one store, unless its common tags
 * tell several apart. Safe for use by many threads.
 */
public final class StoreMetrics implements MeterBinder, AutoCloseable {
    private final Supplier<DbStatistics> statistics;
    private final List<Group<?>> groups;
    private final List<Binding> bindings = new ArrayList<>();

    /**
     * @param statistics is asked once for all meters that are read within half a second
     * @param usdPerGbMonth the price of 10^9 bytes stored for a month, in US dollars, 0 or more
     * @throws IllegalArgumentException when the price is no such number
     */
    public StoreMetrics(Supplier<DbStatistics> statistics, double usdPerGbMonth) {
        if (!(usdPerGbMonth >= 0) || Double.isInfinite(usdPerGbMonth)) {
            throw new IllegalArgumentException(
                    "price of storage: " + usdPerGbMonth + " USD per GB and month (expected: 0 or more)");
        }
        this.statistics = statistics;
        this.groups = StoreMeasures.of(usdPerGbMonth);
    }

    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        Binding binding = new Binding(statistics, registry, groups);
        binding.open();
        bindings.add(binding);
    }

    /** Takes all meters out of their registries; to be called before the store is closed. */
    @Override
    public synchronized void close() {
        bindings.forEach(Binding::close);
        bindings.clear();
    }
}

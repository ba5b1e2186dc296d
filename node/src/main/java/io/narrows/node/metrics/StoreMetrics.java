package io.narrows.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.narrows.storage.db.DbStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Binds a store's statistics to Micrometer as {@code narrows.store.*}. Labels are names of column families and closed sets:
 * level, codec, reason. The meters of a family, level or codec are registered and removed with it. A registry holds one
 * store, unless its common tags distinguish several. Safe for use by many threads.
 */
public final class StoreMetrics implements MeterBinder, AutoCloseable {
    private static final double BYTES_PER_GB = 1e9;

    /** Source of statistics: {@code db::statistics}. */
    @FunctionalInterface
    public interface Source {
        DbStatistics take() throws IOException;
    }

    private final Source source;
    private final List<Group<?>> groups;
    private final List<Binding> bindings = new ArrayList<>();

    /**
     * @param source called once for all meters that are read within half a second
     * @param usdPerGbMonth price of storing 10^9 bytes for a month, in US dollars, at least 0
     * @throws IllegalArgumentException if the price is negative or not finite
     */
    public StoreMetrics(Source source, double usdPerGbMonth) {
        if (!(usdPerGbMonth >= 0) || Double.isInfinite(usdPerGbMonth)) {
            throw new IllegalArgumentException(
                    "storage price: " + usdPerGbMonth + " USD per GB per month (expected: 0 or more)");
        }
        this.source = source;
        this.groups = StoreMeasures.of(usdPerGbMonth / BYTES_PER_GB);
    }

    /** @throws java.io.UncheckedIOException if the source fails; later readings throw it as well */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        Binding binding = new Binding(source, registry, groups);
        binding.take();
        bindings.add(binding);
    }

    /** Starts a scrape: the next readings use new statistics. */
    synchronized void beginScrape() {
        bindings.forEach(Binding::take);
    }

    /** Removes all meters from their registries; must be called before the store is closed. */
    @Override
    public synchronized void close() {
        bindings.forEach(Binding::close);
        bindings.clear();
    }
}

package io.narrows.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.narrows.storage.db.DbStatistics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Shows a store to Micrometer, as {@code narrows.store.*}. Labels are names of column families and closed sets: level, codec,
 * reason. Meters of a family, a level or a codec appear and go with it. One registry holds one store, unless its common tags
 * tell several apart. Safe for use by many threads.
 */
public final class StoreMetrics implements MeterBinder, AutoCloseable {
    private static final double BYTES_PER_GB = 1e9;

    /** Where statistics come from: {@code db::statistics}. */
    @FunctionalInterface
    public interface Source {
        DbStatistics take() throws IOException;
    }

    private final Source source;
    private final List<Group<?>> groups;
    private final List<Binding> bindings = new ArrayList<>();

    /**
     * @param source is asked once for all meters that are read within half a second
     * @param usdPerGbMonth the price of 10^9 bytes stored for a month, in US dollars, 0 or more
     * @throws IllegalArgumentException when the price is no such number
     */
    public StoreMetrics(Source source, double usdPerGbMonth) {
        if (!(usdPerGbMonth >= 0) || Double.isInfinite(usdPerGbMonth)) {
            throw new IllegalArgumentException(
                    "price of storage: " + usdPerGbMonth + " USD per GB and month (expected: 0 or more)");
        }
        this.source = source;
        this.groups = StoreMeasures.of(usdPerGbMonth / BYTES_PER_GB);
    }

    /** @throws java.io.UncheckedIOException when the source fails, as later readings do then */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        Binding binding = new Binding(source, registry, groups);
        binding.take();
        bindings.add(binding);
    }

    /** Begins a scrape: what is read next is as of now. */
    synchronized void beginScrape() {
        bindings.forEach(Binding::take);
    }

    /** Takes all meters out of their registries; to be called before the store is closed. */
    @Override
    public synchronized void close() {
        bindings.forEach(Binding::close);
        bindings.clear();
    }
}

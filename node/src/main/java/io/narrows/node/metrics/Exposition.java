package io.narrows.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.Closeable;

/** Meters in the Prometheus text format. Safe for use by many threads. */
public final class Exposition implements Closeable {
    /** Of what {@link #scrape} returns. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private volatile StoreMetrics shown;

    /** For meters that are recorded where something happens. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Shows a store, until its metrics are closed. One at a time: two have the same names. */
    public void show(StoreMetrics store) {
        store.bindTo(registry);
        shown = store;
    }

    /** Shows other meters, until this is closed. */
    public void show(MeterBinder meters) {
        meters.bindTo(registry);
    }

    /** All meters as of now. */
    public String scrape() {
        StoreMetrics store = shown;
        if (store != null) {
            store.beginScrape();
        }
        return registry.scrape(CONTENT_TYPE);
    }

    @Override
    public void close() {
        registry.close();
    }
}

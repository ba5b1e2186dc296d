package io.narrows.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/** Exposes meters in the Prometheus formats. Safe for use by many threads. */
public final class Exposition implements Closeable {
    private final ExpositionFormats formats = ExpositionFormats.init();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private volatile @Nullable StoreMetrics shown;

    /** Returns the registry for meters that are recorded as events happen. */
    public MeterRegistry registry() {
        return registry;
    }

    /** Exposes a store until its metrics are closed. Only one at a time, because two would have the same names. */
    public void show(StoreMetrics store) {
        store.bindTo(registry);
        shown = store;
    }

    /** Exposes other meters until this exposition is closed. */
    public void show(MeterBinder meters) {
        meters.bindTo(registry);
    }

    /**
     * Returns the current values of all meters, as OpenMetrics text if the scraper accepts it, otherwise in the Prometheus
     * text format.
     */
    public Scrape scrape(ScrapeRequest request) {
        beginScrape();
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        boolean gzip = request.acceptsGzip();
        try (OutputStream out = gzip ? new GZIPOutputStream(body) : body) {
            registry.scrape(out, request.accept());
        } catch (IOException e) {
            throw new UncheckedIOException(e); // in-memory streams do not fail
        }
        String contentType = formats.findWriter(request.accept()).getContentType();
        return new Scrape(contentType, body.toByteArray(), gzip ? "gzip" : "");
    }

    /** Returns the current values of all meters, for another exposition of this process. */
    public MetricSnapshots snapshots() {
        beginScrape();
        return registry.getPrometheusRegistry().scrape();
    }

    private void beginScrape() {
        StoreMetrics store = shown;
        if (store != null) {
            store.beginScrape();
        }
    }

    @Override
    public void close() {
        registry.close();
    }
}

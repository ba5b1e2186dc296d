package io.narrows.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** Meters in the formats of Prometheus. Safe for use by many threads. */
public final class Exposition implements Closeable {
    private final ExpositionFormats formats = ExpositionFormats.init();
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

    /** Returns all meters as of now: as OpenMetrics text if the scraper takes that, else in the text format. */
    public Scrape scrape(ScrapeRequest request) {
        StoreMetrics store = shown;
        if (store != null) {
            store.beginScrape();
        }
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        boolean gzip = request.acceptsGzip();
        try (OutputStream out = gzip ? new GZIPOutputStream(body) : body) {
            registry.scrape(out, request.accept());
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory does not fail
        }
        String contentType = formats.findWriter(request.accept()).getContentType();
        return new Scrape(contentType, body.toByteArray(), gzip ? "gzip" : "");
    }

    @Override
    public void close() {
        registry.close();
    }
}

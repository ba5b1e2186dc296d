package io.narrows.proxy.meter;

import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.instrumentation.jvm.JvmMetrics;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** All metrics as Prometheus reads them. Safe for use by many threads. */
public final class Exposition {
    public static final String CONTENT_TYPE = PrometheusTextFormatWriter.CONTENT_TYPE;

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final PrometheusTextFormatWriter writer = PrometheusTextFormatWriter.create();

    public Exposition(
            TrafficMeter traffic,
            EventMeter events,
            LatencyMeter latency,
            MultiCollector links,
            CpuBill cpu,
            ReloadMeter reloads,
            String version) {
        registry.register(new TrafficMetrics(traffic));
        registry.register(new EventMetrics(events));
        registry.register(new LatencyMetrics(latency));
        registry.register(new SidecarMetrics(cpu, reloads, version));
        registry.register(links);
        JvmMetrics.builder().register(registry);
    }

    /** The metrics at this moment, in the text format. */
    public byte[] scrape() {
        try (ByteArrayOutputStream out = new ByteArrayOutputStream(16 * 1024)) {
            writer.write(out, registry.scrape());
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package io.narrows.proxy.meter;

import io.narrows.config.PeerDetail;
import io.narrows.proxy.live.LiveConfig;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.prometheus.metrics.instrumentation.jvm.JvmBufferPoolMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmClassLoadingMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmCompilationMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmGarbageCollectorMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmMemoryPoolAllocationMetrics;
import io.prometheus.metrics.instrumentation.jvm.JvmRuntimeInfoMetric;
import io.prometheus.metrics.instrumentation.jvm.JvmThreadsMetrics;
import io.prometheus.metrics.instrumentation.jvm.ProcessMetrics;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Exports all metrics to Prometheus. Safe for use by many threads. */
public final class Exposition {
    private static final Logger LOG = LoggerFactory.getLogger(Exposition.class);

    private final PrometheusRegistry registry = new PrometheusRegistry();
    private final ExpositionFormats formats = ExpositionFormats.init();
    private final List<OtherMetrics> others = new CopyOnWriteArrayList<>();

    public Exposition(
            TrafficMeter traffic,
            EventMeter events,
            LatencyMeter latency,
            CpuBill cpu,
            ReloadMeter reloads,
            LiveConfig live,
            String version) {
        registry.register(new TrafficMetrics(traffic));
        registry.register(new EventMetrics(events));
        registry.register(new LatencyMetrics(latency));
        registry.register(new SidecarMetrics(cpu, reloads, version));
        registry.register(new TariffMetrics(live, traffic.announced()));
        registry.register(new OpenCostMetrics(traffic, live));
        registry.register(new PlaceMetrics(live, traffic.announced()));
        registerJvm();
    }

    /** Adds the metrics of a part of the sidecar outside of this package. */
    public void register(MultiCollector part) {
        registry.register(part);
    }

    /** Adds the metrics of a part with one family; see {@link #register(MultiCollector)}. */
    public void register(Collector part) {
        registry.register(part);
    }

    /**
     * Adds the metrics of another part of this process, in full detail whatever the scraper asks for. A family that the sidecar
     * has too is left out.
     */
    public void add(OtherMetrics part) {
        others.add(part);
    }

    /** Registers the metrics of JvmMetrics, except for JvmNativeMemoryMetrics, which loads all of JMX and the flight recorder. */
    private void registerJvm() {
        JvmBufferPoolMetrics.builder().register(registry);
        JvmClassLoadingMetrics.builder().register(registry);
        JvmCompilationMetrics.builder().register(registry);
        JvmGarbageCollectorMetrics.builder().register(registry);
        JvmMemoryMetrics.builder().register(registry);
        JvmMemoryPoolAllocationMetrics.builder().register(registry);
        JvmRuntimeInfoMetric.builder().register(registry);
        JvmThreadsMetrics.builder().register(registry);
        ProcessMetrics.builder().register(registry);
    }

    /**
     * Returns the current metrics: in protobuf, with native histograms, or as OpenMetrics text if the client accepts
     * that, otherwise in the Prometheus text format.
     *
     * @param accept the client's {@code Accept} header; may be empty
     */
    public Scrape scrape(String accept, PeerDetail detail) {
        ExpositionFormatWriter writer = formats.findWriter(accept);
        try (ByteArrayOutputStream out = new ByteArrayOutputStream(16 * 1024)) {
            writer.write(out, withOthers(PeerSums.of(registry.scrape(), detail)));
            return new Scrape(writer.getContentType(), out.toByteArray());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private MetricSnapshots withOthers(MetricSnapshots own) {
        if (others.isEmpty()) {
            return own;
        }
        Map<String, MetricSnapshot> families = new LinkedHashMap<>();
        own.forEach(family -> families.put(family.getMetadata().getPrometheusName(), family));
        for (OtherMetrics part : others) {
            for (MetricSnapshot family : taken(part)) {
                families.putIfAbsent(family.getMetadata().getPrometheusName(), family);
            }
        }
        return new MetricSnapshots(families.values());
    }

    /** Returns no families if they cannot be read, so that the sidecar's can. */
    private static MetricSnapshots taken(OtherMetrics part) {
        try {
            return part.take();
        } catch (RuntimeException e) {
            LOG.atWarn().setCause(e).log("cannot read the metrics of the store; the scrape has only the sidecar's");
            return new MetricSnapshots();
        }
    }
}

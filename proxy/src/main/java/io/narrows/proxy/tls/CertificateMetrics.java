package io.narrows.proxy.tls;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import java.time.Instant;

/** Shows to Prometheus when the certificates in force end; no samples when links are in the clear. */
public final class CertificateMetrics implements Collector {
    private final TlsContexts contexts;

    public CertificateMetrics(TlsContexts contexts) {
        this.contexts = contexts;
    }

    @Override
    public MetricSnapshot collect() {
        GaugeSnapshot.Builder family = GaugeSnapshot.builder()
                .name("narrows_certificate_expiration_timestamp_seconds")
                .help("When the first certificate of the file ends.");
        contexts.validity()
                .ifPresent(validity -> family.dataPoint(point("node", validity.node()))
                        .dataPoint(point("authority", validity.authority())));
        return family.build();
    }

    private static GaugeDataPointSnapshot point(String role, Instant end) {
        return GaugeDataPointSnapshot.builder()
                .labels(Labels.of("role", role))
                .value(end.getEpochSecond())
                .build();
    }
}

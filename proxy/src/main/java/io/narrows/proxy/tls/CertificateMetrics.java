package io.narrows.proxy.tls;

import io.narrows.proxy.tls.CertificateFault.Kind;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.ToDoubleFunction;

/**
 * Exports the expiry of the active certificates, and the number of refused ones, to Prometheus. Without TLS, there is
 * no expiry.
 */
public final class CertificateMetrics implements MultiCollector {
    private static final double SECONDS_PER_DAY = Duration.ofDays(1).toSeconds();

    private final TlsContexts contexts;
    private final DatabaseTls databases;
    private final CertificateRefusals refusals;
    private final InstantSource clock;

    public CertificateMetrics(
            TlsContexts contexts, DatabaseTls databases, CertificateRefusals refusals, InstantSource clock) {
        this.contexts = contexts;
        this.databases = databases;
        this.refusals = refusals;
        this.clock = clock;
    }

    @Override
    public MetricSnapshots collect() {
        Instant now = clock.instant();
        return MetricSnapshots.of(
                ends(
                        "narrows_certificate_expiration_timestamp_seconds",
                        "Expiry time of the first certificate in the file.",
                        Instant::getEpochSecond),
                ends(
                        "narrows_certificate_expires_days",
                        "Days until the first certificate in the file expires; negative after that.",
                        end -> Duration.between(now, end).toSeconds() / SECONDS_PER_DAY),
                refused());
    }

    private GaugeSnapshot ends(String name, String help, ToDoubleFunction<Instant> value) {
        GaugeSnapshot.Builder family = GaugeSnapshot.builder().name(name).help(help);
        contexts.validity()
                .ifPresent(validity -> family.dataPoint(point("node", value.applyAsDouble(validity.node())))
                        .dataPoint(point("authority", value.applyAsDouble(validity.authority()))));
        databases.ends().forEach((role, end) -> family.dataPoint(point(role.label(), value.applyAsDouble(end))));
        return family.build();
    }

    private CounterSnapshot refused() {
        CounterSnapshot.Builder family = CounterSnapshot.builder()
                .name("narrows_certificate_refusals")
                .help("Reloads rejected because of the node's certificate or key, by reason.");
        for (Kind kind : Kind.values()) {
            family.dataPoint(CounterDataPointSnapshot.builder()
                    .labels(Labels.of("reason", kind.label()))
                    .value(refusals.count(kind))
                    .build());
        }
        return family.build();
    }

    private static GaugeDataPointSnapshot point(String role, double value) {
        return GaugeDataPointSnapshot.builder()
                .labels(Labels.of("role", role))
                .value(value)
                .build();
    }
}

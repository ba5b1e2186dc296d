package io.narrows.proxy.meter;

import io.narrows.config.ReloadPlan;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** Exports the state of the process to Prometheus: its cost, build and configuration. */
final class SidecarMetrics implements MultiCollector {
    private final CpuBill cpu;
    private final ReloadMeter reloads;
    private final String version;

    SidecarMetrics(CpuBill cpu, ReloadMeter reloads, String version) {
        this.cpu = cpu;
        this.reloads = reloads;
        this.version = version;
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(
                CounterSnapshot.builder()
                        .name("narrows_cpu_usd")
                        .help("Cost of the whole process's processor time according to the tariff, in US dollars.")
                        .dataPoint(CounterDataPointSnapshot.builder()
                                .value(cpu.usd())
                                .build())
                        .build(),
                CounterSnapshot.builder()
                        .name("narrows_start_cpu_usd")
                        .help("Part of narrows_cpu_usd_total spent before the sidecar was ready, in US dollars.")
                        .dataPoint(CounterDataPointSnapshot.builder()
                                .value(cpu.startUsd())
                                .build())
                        .build(),
                Gauge.of(
                        "narrows_config_last_reload_successful",
                        "1 if the last configuration load succeeded, 0 if it was rejected.",
                        reloads.lastSuccessful() ? 1 : 0),
                Gauge.of(
                        "narrows_config_last_reload_success_timestamp_seconds",
                        "Time when the active configuration was loaded.",
                        reloads.lastSuccess().toEpochMilli() / 1e3),
                restartKeys(),
                InfoSnapshot.builder()
                        .name("narrows_build")
                        .help("Version of this sidecar and of its Java runtime.")
                        .dataPoint(InfoDataPointSnapshot.builder()
                                .labels(Labels.of(
                                        "version",
                                        version,
                                        "java",
                                        Runtime.version().toString()))
                                .build())
                        .build());
    }

    private GaugeSnapshot restartKeys() {
        GaugeSnapshot.Builder family = GaugeSnapshot.builder()
                .name("narrows_config_restart_required")
                .help("1 for a key whose new value in the file takes effect only after a restart.");
        for (String key : ReloadPlan.RESTART_KEYS) {
            family.dataPoint(GaugeDataPointSnapshot.builder()
                    .labels(Labels.of("key", key))
                    .value(reloads.restartKeys().contains(key) ? 1 : 0)
                    .build());
        }
        return family.build();
    }
}

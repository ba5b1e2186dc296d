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
                        .help("What the processor time of the whole process cost by the tariff, in US dollars.")
                        .dataPoint(CounterDataPointSnapshot.builder()
                                .value(cpu.usd())
                                .build())
                        .build(),
                CounterSnapshot.builder()
                        .name("narrows_start_cpu_usd")
                        .help(
                                "The part of narrows_cpu_usd_total that was used before the sidecar was ready, in US dollars.")
                        .dataPoint(CounterDataPointSnapshot.builder()
                                .value(cpu.startUsd())
                                .build())
                        .build(),
                Gauge.of(
                        "narrows_config_last_reload_successful",
                        "1 when the last load of the configuration was taken, 0 when it was refused.",
                        reloads.lastSuccessful() ? 1 : 0),
                Gauge.of(
                        "narrows_config_last_reload_success_timestamp_seconds",
                        "When the configuration in force was loaded.",
                        reloads.lastSuccess().toEpochMilli() / 1e3),
                restartKeys(),
                InfoSnapshot.builder()
                        .name("narrows_build")
                        .help("The version of this sidecar and the Java that runs it.")
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
                .help("1 for a key that has another value in the file than in the process, until a restart.");
        for (String key : ReloadPlan.RESTART_KEYS) {
            family.dataPoint(GaugeDataPointSnapshot.builder()
                    .labels(Labels.of("key", key))
                    .value(reloads.restartKeys().contains(key) ? 1 : 0)
                    .build());
        }
        return family.build();
    }
}

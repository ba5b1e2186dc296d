package io.narrows.proxy.dictionary;

import io.narrows.proxy.meter.Gauge;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** Exports to Prometheus which dictionaries there are, and how trainings ended. */
public final class DictionaryMetrics implements MultiCollector {
    private final PeerDictionaries dictionaries;

    public DictionaryMetrics(PeerDictionaries dictionaries) {
        this.dictionaries = dictionaries;
    }

    @Override
    public MetricSnapshots collect() {
        CounterSnapshot.Builder trainings = CounterSnapshot.builder()
                .name("narrows_dictionary_trainings")
                .help("Trainings of dictionaries on samples of this sidecar's traffic.");
        for (TrainingOutcome outcome : TrainingOutcome.values()) {
            trainings.dataPoint(CounterDataPointSnapshot.builder()
                    .labels(Labels.of("outcome", outcome.label()))
                    .value(dictionaries.trainings(outcome))
                    .build());
        }
        return MetricSnapshots.of(
                GaugeSnapshot.builder()
                        .name("narrows_dictionaries")
                        .help("Dictionaries in memory.")
                        .dataPoint(held("sent", true))
                        .dataPoint(held("received", false))
                        .build(),
                Gauge.of(
                        "narrows_dictionary_store_bytes",
                        "Size of the files of dictionaries.",
                        dictionaries.storeBytes()),
                trainings.build());
    }

    private GaugeDataPointSnapshot held(String direction, boolean sent) {
        return GaugeDataPointSnapshot.builder()
                .labels(Labels.of("direction", direction))
                .value(dictionaries.held(sent))
                .build();
    }
}

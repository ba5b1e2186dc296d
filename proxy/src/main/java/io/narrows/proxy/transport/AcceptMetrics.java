package io.narrows.proxy.transport;

import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;

/** Exports the number of failed accepts to Prometheus. */
public final class AcceptMetrics implements Collector {
    private final Transport transport;

    public AcceptMetrics(Transport transport) {
        this.transport = transport;
    }

    @Override
    public MetricSnapshot collect() {
        return CounterSnapshot.builder()
                .name("narrows_accept_failures")
                .help(
                        "Number of times a listener could not accept a connection, for example at the file descriptor limit.")
                .dataPoint(CounterDataPointSnapshot.builder()
                        .value(transport.acceptFailures().count())
                        .build())
                .build();
    }
}

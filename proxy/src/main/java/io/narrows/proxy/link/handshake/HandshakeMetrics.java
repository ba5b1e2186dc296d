package io.narrows.proxy.link.handshake;

import io.narrows.proxy.meter.Gauge;
import io.prometheus.metrics.model.registry.Collector;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;

/** Exports the number of connections without a completed hello to Prometheus. */
public final class HandshakeMetrics implements Collector {
    private final LinkHandshakes handshakes;

    public HandshakeMetrics(LinkHandshakes handshakes) {
        this.handshakes = handshakes;
    }

    @Override
    public MetricSnapshot collect() {
        return Gauge.of(
                "narrows_greetings",
                "Accepted connections to the link port that have not completed their hello.",
                handshakes.greetings());
    }
}

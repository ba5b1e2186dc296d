package io.narrows.proxy.meter;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** The metrics of another part of this process, such as the bundled store, which the admin port serves with the sidecar's. */
@FunctionalInterface
public interface OtherMetrics {
    /** Returns the current values; called once per scrape, by any thread. May be empty. */
    MetricSnapshots take();
}

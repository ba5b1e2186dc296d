package io.narrows.proxy.link;

import io.narrows.proxy.meter.Gauge;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;

/** Shows the budget of compression contexts to Prometheus. */
public final class ContextMetrics implements MultiCollector {
    private final ContextBudget budget;

    public ContextMetrics(ContextBudget budget) {
        this.budget = budget;
    }

    @Override
    public MetricSnapshots collect() {
        return MetricSnapshots.of(
                Gauge.of(
                        "narrows_context_memory_bytes",
                        "Memory that the compression contexts of this process take together, with the history that links share.",
                        budget.usedBytes()),
                Gauge.of(
                        "narrows_context_memory_limit_bytes",
                        "The most that they may take: link.context-memory.",
                        budget.limitBytes()));
    }
}

package io.narrows.node.metrics;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.narrows.node.replica.Replica;
import io.narrows.node.replica.ReplicaStatus;
import java.util.function.ToDoubleFunction;

/** Metrics of a member's view of its group, and of its log. A higher term means an election, won or lost. */
public final class RaftMetrics implements MeterBinder {
    private final Replica replica;

    public RaftMetrics(Replica replica) {
        this.replica = replica;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        gauge(
                registry,
                "narrows.raft.term",
                "Current Raft term, which increases with each election.",
                ReplicaStatus::term);
        gauge(
                registry,
                "narrows.raft.has.leader",
                "Whether this member knows a leader.",
                status -> status.leader().isPresent() ? 1 : 0);
        gauge(
                registry,
                "narrows.raft.is.leader",
                "Whether this member is the leader.",
                status -> status.leads() ? 1 : 0);
        gauge(registry, "narrows.raft.committed.index", "Index of the last committed entry.", ReplicaStatus::committed);
        gauge(
                registry,
                "narrows.raft.applied.index",
                "Index of the last entry applied by this member.",
                ReplicaStatus::applied);
        Gauge.builder(
                        "narrows.raft.log.bytes",
                        replica,
                        sized -> sized.logSize().bytes())
                .description("Bytes of the Raft log's files, with the zeros written ahead of the entries.")
                .register(registry);
        Gauge.builder(
                        "narrows.raft.log.segments",
                        replica,
                        sized -> sized.logSize().segments())
                .description("Files of the Raft log.")
                .register(registry);
    }

    private void gauge(MeterRegistry registry, String name, String description, ToDoubleFunction<ReplicaStatus> value) {
        Gauge.builder(name, replica, asked -> value.applyAsDouble(asked.status()))
                .description(description)
                .register(registry);
    }
}

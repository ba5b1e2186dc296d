package io.narrows.node.metrics;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.narrows.node.command.MemberRecord;
import io.narrows.node.etcd.AlarmType;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.replica.Replica;
import io.narrows.node.replica.ReplicaStatus;
import io.narrows.node.watch.WatchHub;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.ToDoubleFunction;

/** Metrics used by etcd's alerts and dashboards, under etcd's names where the meaning is the same. */
public final class EtcdMetrics implements MeterBinder {
    private final Replica replica;
    private final Keyspace keyspace;
    private final WatchHub watches;
    private final long quotaBytes;

    public EtcdMetrics(Replica replica, Keyspace keyspace, WatchHub watches, long quotaBytes) {
        this.replica = replica;
        this.keyspace = keyspace;
        this.watches = watches;
        this.quotaBytes = quotaBytes;
    }

    @Override
    public void bindTo(MeterRegistry registry) {
        status(
                registry,
                "etcd.server.has.leader",
                "Whether this member knows a leader.",
                status -> status.leader().isPresent() ? 1 : 0);
        status(
                registry,
                "etcd.server.is.leader",
                "Whether this member is the leader.",
                status -> status.leads() ? 1 : 0);
        Gauge.builder("etcd.server.is.learner", keyspace, keys -> isLearner(keys) ? 1 : 0)
                .description("Whether this member is a learner.")
                .register(registry);
        total(
                registry,
                "etcd.server.proposals.committed",
                "Index of the last committed entry.",
                ReplicaStatus::committed);
        total(
                registry,
                "etcd.server.proposals.applied",
                "Index of the last entry applied by this member.",
                ReplicaStatus::applied);
        keyspace(
                registry,
                "etcd.mvcc.db.total.size.in.bytes",
                "Size of the files and memtables, which the quota limits.",
                Keyspace::sizeBytes);
        keyspace(
                registry,
                "etcd.mvcc.db.total.size.in.use.in.bytes",
                "Size of the files with readable data.",
                Keyspace::liveBytes);
        Gauge.builder("etcd.server.quota.backend.bytes", () -> quotaBytes)
                .description("Size of the database at which NOSPACE is raised.")
                .register(registry);
        for (AlarmType type : new AlarmType[] {AlarmType.NOSPACE, AlarmType.CORRUPT}) {
            Gauge.builder("narrows.alarms", keyspace, keys -> raised(keys, type))
                    .description("Number of members that raise the alarm.")
                    .tag("alarm", type.name())
                    .register(registry);
        }
        watches(registry, "narrows.watch.streams", "Watch streams that clients have open.", WatchHub::streams);
        watches(registry, "narrows.watch.watchers", "Watches that clients have open.", WatchHub::watchers);
        watches(
                registry,
                "narrows.watch.watchers.behind",
                "Open watches that lag behind the current" + " revision.",
                WatchHub::watchersBehind);
    }

    private boolean isLearner(Keyspace members) {
        try {
            return members.member(replica.status().peerAddress())
                    .map(MemberRecord::getLearner)
                    .orElse(false);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static double raised(Keyspace keyspace, AlarmType type) {
        try {
            return keyspace.alarms().stream()
                    .filter(alarm -> alarm.getAlarm() == type)
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void status(MeterRegistry registry, String name, String meaning, ToDoubleFunction<ReplicaStatus> value) {
        Gauge.builder(name, replica, asked -> value.applyAsDouble(asked.status()))
                .description(meaning)
                .register(registry);
    }

    /**
     * Registers a counter that is a gauge in etcd although its name ends in {@code _total}, a suffix reserved for counters
     * here.
     */
    private void total(MeterRegistry registry, String name, String meaning, ToDoubleFunction<ReplicaStatus> value) {
        FunctionCounter.builder(name, replica, asked -> value.applyAsDouble(asked.status()))
                .description(meaning)
                .register(registry);
    }

    private interface Size {
        long of(Keyspace keyspace) throws IOException;
    }

    private void keyspace(MeterRegistry registry, String name, String meaning, Size size) {
        Gauge.builder(name, keyspace, keys -> bytes(keys, size))
                .description(meaning)
                .register(registry);
    }

    private static double bytes(Keyspace keyspace, Size size) {
        try {
            return size.of(keyspace);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void watches(MeterRegistry registry, String name, String meaning, ToDoubleFunction<WatchHub> value) {
        Gauge.builder(name, watches, value).description(meaning).register(registry);
    }
}

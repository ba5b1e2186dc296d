package io.narrows.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.narrows.storage.db.DbStatistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/**
 * The meters of a store in one registry. A registry reads its meters one by one without marking the start of a scrape.
 * Callers that know it call {@link #take}; otherwise statistics are reused for half a second, which is longer than a scrape
 * and shorter than the interval between two.
 */
final class Binding {
    private static final long FRESH_NANOS = Duration.ofMillis(500).toNanos();

    private final StoreMetrics.Source source;
    private final MeterRegistry registry;
    private final List<GroupMeters<?>> groups;
    private long takenAt;
    private boolean closed;

    Binding(StoreMetrics.Source source, MeterRegistry registry, List<Group<?>> groups) {
        this.source = source;
        this.registry = registry;
        this.groups = groups.stream().<GroupMeters<?>>map(this::meters).toList();
    }

    private <T> GroupMeters<T> meters(Group<T> group) {
        return new GroupMeters<>(group, registry, this::refresh);
    }

    private long now() {
        return registry.config().clock().monotonicTime();
    }

    private synchronized void refresh() {
        if (!closed && now() - takenAt >= FRESH_NANOS) {
            take();
        }
    }

    /** Takes statistics now and registers the meters that they need. */
    synchronized void take() {
        DbStatistics statistics = statistics();
        takenAt = now();
        groups.forEach(group -> group.show(statistics));
    }

    private DbStatistics statistics() {
        try {
            return source.take();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Removes the meters. A meter that is being read keeps its last value. */
    synchronized void close() {
        closed = true;
        groups.forEach(GroupMeters::remove);
    }
}

package io.narrows.node.metrics;

import io.micrometer.core.instrument.MeterRegistry;
import io.narrows.storage.db.DbStatistics;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/**
 * The meters of a store in one registry. A registry reads its meters one by one and does not say where a scrape begins. Who
 * knows calls {@link #take}; otherwise statistics serve all readings of half a second, which is longer than a scrape takes and
 * shorter than the time between two.
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

    /** Takes statistics now, and registers the meters that they need. */
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

    /** Takes the meters away. One that is being read shows what it showed before. */
    synchronized void close() {
        closed = true;
        groups.forEach(GroupMeters::remove);
    }
}

package io.narrows.node.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.narrows.storage.db.DbStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The meters of one group in one registry, registered and removed along with the group's parts. */
final class GroupMeters<T> {
    private final Group<T> group;
    private final MeterRegistry registry;
    private final Runnable refresh;
    private final Map<Tags, List<Meter>> meters = new HashMap<>();
    private volatile Map<Tags, T> parts = Map.of();

    /** @param refresh runs before each reading; it may call {@link #show} */
    GroupMeters(Group<T> group, MeterRegistry registry, Runnable refresh) {
        this.group = group;
        this.registry = registry;
        this.refresh = refresh;
    }

    /** Updates the meters to new statistics. One call at a time. */
    void show(DbStatistics statistics) {
        parts = group.parts().apply(statistics);
        parts.keySet().forEach(tags -> meters.computeIfAbsent(tags, this::register));
        meters.entrySet().removeIf(entry -> {
            boolean gone = !parts.containsKey(entry.getKey());
            if (gone) {
                entry.getValue().forEach(registry::remove);
            }
            return gone;
        });
    }

    private List<Meter> register(Tags tags) {
        return group.measures().stream()
                .map(measure -> measure.register(registry, tags, () -> read(tags)))
                .toList();
    }

    private @Nullable T read(Tags tags) {
        refresh.run();
        return parts.get(tags);
    }

    /** Removes all meters. Must not run concurrently with {@link #show}. */
    void remove() {
        meters.values().forEach(registered -> registered.forEach(registry::remove));
        meters.clear();
    }
}

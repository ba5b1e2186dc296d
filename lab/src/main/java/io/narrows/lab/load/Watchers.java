package io.narrows.lab.load;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import org.HdrHistogram.Histogram;

/** The watches that are open while clients write: on pods, events and node leases in turn. */
final class Watchers implements AutoCloseable {
    private static final List<String> PREFIXES = List.of(Registry.PODS, Registry.EVENTS, Registry.NODE_LEASES);
    private static final int DIGITS = 3;

    private final List<Watcher> all = new ArrayList<>();

    /** @param nextRevision revision of the first event */
    Watchers(Endpoints endpoints, int count, long nextRevision, ScheduledExecutorService timer) {
        for (int i = 0; i < count; i++) {
            all.add(new Watcher(endpoints, i, PREFIXES.get(i % PREFIXES.size()), nextRevision, timer));
        }
    }

    /** Opens the watches. The future completes when all are open. */
    CompletableFuture<Void> open() {
        return CompletableFuture.allOf(all.stream().map(Watcher::open).toArray(CompletableFuture<?>[]::new));
    }

    void acknowledged(Operation operation, long revision, long at) {
        all.forEach(watcher -> watcher.acknowledged(operation, revision, at));
    }

    /** Returns the number of events of acknowledged writes that have not arrived yet. */
    long missing() {
        return all.stream().mapToLong(watcher -> watcher.lag().missing()).sum();
    }

    WatchFigures figures() {
        Histogram lag = new Histogram(DIGITS);
        all.forEach(watcher -> watcher.lag().addTo(lag));
        return new WatchFigures(
                all.size(),
                all.stream().mapToLong(Watcher::events).sum(),
                missing(),
                all.stream().mapToLong(Watcher::breaks).sum(),
                LatencyFigures.of(lag));
    }

    @Override
    public void close() {
        all.forEach(Watcher::close);
    }
}

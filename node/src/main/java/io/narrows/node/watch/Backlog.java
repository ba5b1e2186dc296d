package io.narrows.node.watch;

import io.narrows.node.mvcc.Keyspace;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The watchers that are behind, in order of waiting time, and the running {@link CatchUp}, if any. Confined to the hub's
 * thread, except that reads run on another one.
 */
final class Backlog {
    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

    /**
     * Maximum distance between watchers that are read together, so that a nearly synced one does not wait for one that
     * starts at the beginning.
     */
    private static final long REVISIONS_APART = 10_000;

    private final WatchHub hub;
    private final Keyspace keyspace;
    private final Executor reader;
    private final Set<Watcher> watchers = new LinkedHashSet<>();
    private boolean reading;

    Backlog(WatchHub hub, Keyspace keyspace, Executor reader) {
        this.hub = hub;
        this.keyspace = keyspace;
        this.reader = reader;
    }

    void add(Watcher watcher) {
        watchers.add(watcher);
    }

    void remove(Watcher watcher) {
        watchers.remove(watcher);
    }

    int size() {
        return watchers.size();
    }

    boolean contains(Watcher watcher) {
        return watchers.contains(watcher);
    }

    /** Starts a round for the watchers whose clients wait for more, unless one is running. */
    void readNext() {
        if (reading || watchers.isEmpty()) {
            return;
        }
        Map<Watcher, Long> round = nextRound();
        if (round.isEmpty()) {
            return;
        }
        reading = true;
        WatchOptions options = hub.options();
        CatchUp catchUp = new CatchUp(round, options.batchRevisions(), options.streamBytes());
        reader.execute(() -> read(catchUp, round));
    }

    private Map<Watcher, Long> nextRound() {
        Optional<Watcher> first = watchers.stream()
                .filter(watcher -> watcher.stream().isDrained())
                .findFirst();
        Map<Watcher, Long> round = new LinkedHashMap<>();
        first.ifPresent(head -> {
            for (Watcher watcher : watchers) {
                long ahead = watcher.next() - head.next();
                if (ahead >= 0 && ahead <= REVISIONS_APART && watcher.stream().isDrained()) {
                    round.put(watcher, watcher.next());
                }
            }
        });
        return round;
    }

    private void read(CatchUp catchUp, Map<Watcher, Long> round) {
        try {
            CatchUp.Result result = catchUp.read(keyspace);
            hub.execute(() -> finish(result, round));
        } catch (IOException | RuntimeException e) {
            LOG.atError().setCause(e).log("cannot read history for watches");
            hub.executeLater(this::retry);
        }
    }

    private void retry() {
        reading = false;
        readNext();
    }

    private void finish(CatchUp.Result result, Map<Watcher, Long> round) {
        try {
            if (result instanceof CatchUp.Batch batch) {
                round.keySet().stream().filter(watchers::contains).forEach(watcher -> advance(watcher, batch));
            } else if (result instanceof CatchUp.Compacted compacted) {
                end(round.keySet(), compacted.compactRevision());
            }
        } finally {
            // Only now: a round started in between would reread the same history for the watchers not advanced yet.
            reading = false;
        }
        readNext();
    }

    private void advance(Watcher watcher, CatchUp.Batch batch) {
        watchers.remove(watcher);
        watcher.next(Math.max(watcher.next(), batch.reached() + 1));
        hub.place(watcher);
        var events = batch.events().get(watcher);
        if (events != null) {
            watcher.stream().deliver(watcher, events, batch.revision());
        }
        watcher.stream().tellProgressIfAsked();
    }

    private void end(Set<Watcher> round, long compactRevision) {
        for (Watcher watcher : round) {
            if (watcher.next() < compactRevision && watchers.remove(watcher)) {
                watcher.stream().cancelCompacted(watcher, compactRevision);
            }
        }
    }
}

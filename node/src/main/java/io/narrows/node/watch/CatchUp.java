package io.narrows.node.watch;

import com.google.protobuf.ByteString;
import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.Event;
import io.narrows.node.mvcc.History;
import io.narrows.node.mvcc.Keyspace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Reads one batch of history for watchers that are behind; a single scan of the revisions serves all of them. It runs on its
 * own thread and modifies none of its input.
 */
final class CatchUp {
    private static final int SCANNED_PER_REVISION = 16;

    private final Map<Watcher, Long> starts;
    private final int batchRevisions;
    private final long batchBytes;
    private final WatcherIndex index = new WatcherIndex();
    private final Map<Watcher, List<ByteString>> found = new HashMap<>();
    private int revisionsFound;
    private long bytesFound;

    /**
     * @param starts next revision of each watcher
     * @param batchRevisions maximum number of revisions that some watcher wants
     * @param batchBytes size of events after which the batch ends
     */
    CatchUp(Map<Watcher, Long> starts, int batchRevisions, long batchBytes) {
        this.starts = starts;
        this.batchRevisions = batchRevisions;
        this.batchBytes = batchBytes;
        starts.keySet().forEach(index::add);
    }

    /** The result of a batch. */
    sealed interface Result {}

    /**
     * @param events encoded events of each watcher that wants some, whole revisions
     * @param reached last revision scanned: each watcher has all of its events up to and including it
     * @param revision revision of the keyspace
     */
    record Batch(Map<Watcher, List<ByteString>> events, long reached, long revision) implements Result {}

    /** @param compactRevision watchers that would start before it cannot continue */
    record Compacted(long compactRevision) implements Result {}

    Result read(Keyspace keyspace) throws IOException {
        long from = starts.values().stream().mapToLong(Long::longValue).min().orElseThrow();
        long revision = keyspace.revision();
        if (from > revision) {
            return new Batch(Map.of(), revision, revision);
        }
        try (History history = keyspace.history(from)) {
            long reached = walk(history, from - 1, revision);
            return new Batch(found, reached, Math.max(revision, reached));
        } catch (EtcdException e) {
            if (e.error() == EtcdError.COMPACTED) {
                return new Compacted(keyspace.compactRevision());
            }
            throw new IOException(
                    "cannot read history from revision " + from + " to " + revision + ": " + e.getMessage(), e);
        }
    }

    /** @return the last revision that was scanned completely */
    private long walk(History history, long before, long revision) throws IOException {
        long current = before;
        long scanned = 0;
        while (history.next()) {
            Event event = history.event();
            long eventRevision = event.getKv().getModRevision();
            if (eventRevision > current) {
                if (isFull(scanned)) {
                    return current;
                }
                current = eventRevision;
            }
            scanned++;
            take(new Occurrence(event), eventRevision);
        }
        return Math.max(current, revision);
    }

    private boolean isFull(long scanned) {
        return revisionsFound >= batchRevisions
                || bytesFound >= batchBytes
                || scanned >= (long) batchRevisions * SCANNED_PER_REVISION;
    }

    private void take(Occurrence occurrence, long revision) {
        Event event = occurrence.event();
        boolean[] wanted = new boolean[1];
        index.forEachOf(event.getKv().getKey(), watcher -> {
            if (watcher.wants(event) && revision >= Objects.requireNonNull(starts.get(watcher))) {
                found.computeIfAbsent(watcher, absent -> new ArrayList<>()).add(occurrence.encodedFor(watcher));
                wanted[0] = true;
            }
        });
        if (wanted[0]) {
            revisionsFound++;
            bytesFound += Outbox.sizeOf(event);
        }
    }
}

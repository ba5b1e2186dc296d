package io.narrows.node.watch;

import com.google.protobuf.ByteString;
import io.narrows.node.etcd.Event;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.thread.DaemonThreads;
import io.narrows.node.thread.PeriodicTask;
import java.io.Closeable;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * All watches of this node. Must be created before anything is applied, and registered with the state machine.
 *
 * <p>A single thread owns all of the state; the applying thread only hands changes over to it. A watcher is
 * <em>synced</em> while it has received everything up to the hub's revision: changes are passed to it as they are
 * applied. Otherwise it is <em>behind</em>, because it starts in the past, or because its client does not read and its
 * buffered responses exceeded the limit. A second thread reads the missed changes from the keyspace, batch by batch,
 * and only for clients that have read everything before. A stalled client therefore uses no more memory than
 * {@link WatchOptions} allow, and never delays the applying thread.
 */
public final class WatchHub implements ChangeListener, Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(WatchHub.class);
    private static final long RETRY_MILLIS = 1000;
    private static final long PATIENCE_SECONDS = 30;

    private final Keyspace keyspace;
    private final WatchOptions options;
    private final ScheduledThreadPoolExecutor loop = thread("narrows-watch");
    private final ScheduledThreadPoolExecutor reader = thread("narrows-watch-history");
    private final Handover handover;
    private final Backlog backlog;
    private final AtomicInteger open = new AtomicInteger();

    private final Set<WatchStream> streams = new LinkedHashSet<>();
    private final WatcherIndex synced = new WatcherIndex();
    private long revision;
    private long waitingBytes;
    private volatile int syncedCount;
    private volatile int behindCount;

    public WatchHub(Keyspace keyspace, WatchOptions options) {
        this.keyspace = keyspace;
        this.options = options;
        this.handover = new Handover(this::execute, options.hubBytes(), new Changes());
        this.backlog = new Backlog(this, keyspace, reader);
        this.revision = keyspace.revision();
        new PeriodicTask(LOG, "cannot notify watches of progress", this::tellQuietProgress)
                .schedule(loop, options.progressInterval());
    }

    private static ScheduledThreadPoolExecutor thread(String name) {
        ScheduledThreadPoolExecutor executor =
                new ScheduledThreadPoolExecutor(1, DaemonThreads.named(name), new DiscardPolicy());
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    /** Opens a stream without watches. */
    public WatchStream open(WatchClient client) {
        open.incrementAndGet();
        WatchStream stream = new WatchStream(this, client);
        execute(() -> begin(stream));
        return stream;
    }

    /**
     * Starts a stream. Changes are not handed over while no stream is open, so the first stream takes the revision from
     * the keyspace.
     */
    private void begin(WatchStream stream) {
        if (streams.isEmpty()) {
            revision = keyspace.revision();
        }
        streams.add(stream);
        stream.begin();
    }

    @Override
    public void changed(long changeRevision, List<Event> events) {
        if (open.get() > 0) {
            handover.hand(changeRevision, events);
        }
    }

    @Override
    public void replaced() {
        execute(() -> skipTo(keyspace.revision()));
    }

    /** Ends all streams and waits for reads on their behalf; the keyspace is not read afterward. */
    @Override
    public void close() {
        execute(() -> streams.forEach(WatchStream::closed));
        loop.shutdown();
        // Do not interrupt: an interrupt would close the engine's files under other readers.
        reader.shutdown();
        try {
            if (!reader.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)
                    || !loop.awaitTermination(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                LOG.atWarn().log("watches are still running");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Changes implements Handover.Receiver {
        @Override
        public void changed(long changeRevision, List<Event> events) {
            if (changeRevision > revision) {
                revision = changeRevision;
                deliver(events);
            }
        }

        @Override
        public void missed(long changeRevision) {
            skipTo(changeRevision);
        }
    }

    private void deliver(List<Event> events) {
        List<Watcher> concerned = new ArrayList<>();
        for (Event event : events) {
            Occurrence occurrence = new Occurrence(event);
            synced.forEachOf(event.getKv().getKey(), watcher -> {
                boolean wanted = revision >= watcher.next() && watcher.wants(event);
                if (wanted && watcher.collect(occurrence.encodedFor(watcher))) {
                    concerned.add(watcher);
                }
            });
        }
        concerned.forEach(this::deliverCollected);
    }

    private void deliverCollected(Watcher watcher) {
        List<ByteString> events = watcher.takeCollected();
        if (watcher.stream().hasRoom()) {
            watcher.stream().deliver(watcher, events, revision);
        } else {
            synced.remove(watcher);
            watcher.next(revision);
            backlog.add(watcher);
        }
    }

    /** Continues at a later revision: watchers read the changes before it from the keyspace. */
    private void skipTo(long target) {
        long first = revision + 1;
        revision = Math.max(revision, target);
        for (Watcher watcher : List.copyOf(synced.all())) {
            watcher.next(Math.max(watcher.next(), first));
            place(watcher);
        }
        catchUp();
    }

    /** Marks a watcher as synced or behind, according to its next revision. */
    void place(Watcher watcher) {
        if (watcher.next() > revision) {
            synced.add(watcher);
        } else {
            synced.remove(watcher);
            backlog.add(watcher);
        }
    }

    void remove(Watcher watcher) {
        synced.remove(watcher);
        backlog.remove(watcher);
    }

    /** Removes a stream that its client has closed; has no effect the second time. */
    void forget(WatchStream stream) {
        if (streams.remove(stream)) {
            open.decrementAndGet();
            stream.clear().forEach(this::remove);
        }
    }

    /** Returns the number of open streams. */
    public int streams() {
        return open.get();
    }

    /** Returns the number of open watches. */
    public int watchers() {
        return syncedCount + behindCount;
    }

    /** Returns the number of watchers that are behind. */
    public int watchersBehind() {
        return behindCount;
    }

    /**
     * Returns whether a watcher has received everything up to the hub's revision, and that is not before its start.
     * etcd's client resumes after a progress notification: one from before the start would make it receive, after a
     * reconnection, events that it did not request.
     */
    boolean isUpToDate(Watcher watcher) {
        return synced.contains(watcher) && watcher.next() <= revision + 1;
    }

    void catchUp() {
        backlog.readNext();
    }

    /** Returns the revision up to which synced watchers have received everything. */
    long revision() {
        return revision;
    }

    WatchOptions options() {
        return options;
    }

    /** Returns whether streams may buffer more for clients that do not read. */
    boolean hasRoom() {
        return waitingBytes < options.hubBytes();
    }

    void bytesWaiting(long more) {
        waitingBytes += more;
    }

    void execute(Runnable work) {
        loop.execute(guarded(work));
    }

    void executeLater(Runnable work) {
        loop.schedule(guarded(work), RETRY_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void tellQuietProgress() {
        streams.forEach(WatchStream::tellQuietProgress);
        count();
    }

    private void count() {
        syncedCount = synced.all().size();
        behindCount = backlog.size();
    }

    private Runnable guarded(Runnable work) {
        return () -> {
            try {
                work.run();
                count();
            } catch (RuntimeException | Error e) { // the executor would keep an Error to itself
                LOG.atError().setCause(e).log("processing watches failed");
            }
        };
    }
}

package io.narrows.node.watch;

import io.narrows.node.etcd.Event;
import io.narrows.node.mvcc.Keyspace;
import io.narrows.node.state.ChangeListener;
import io.narrows.node.thread.DaemonThreads;
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
 * All watches of this node. Make it before anything is applied, and have the state machine tell it.
 *
 * <p>One thread has all of its state; who applies only hands changes over to it. A watcher is <em>synced</em> while it has been
 * given all up to the hub's revision: changes come to it as they are applied. Otherwise it is <em>behind</em>, because it starts in
 * the past, or because its client does not read and what would wait for it went over the limit. A second thread reads from the
 * keyspace what those have missed, batch by batch, and only for clients that have read all before. So a client that stands still
 * costs no more memory than {@link WatchOptions} say, and never delays what is applied.
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
        long interval = options.progressInterval().toNanos();
        Runnable tick = guarded(() -> streams.forEach(WatchStream::tellQuietProgress));
        loop.scheduleAtFixedRate(tick, interval, interval, TimeUnit.NANOSECONDS);
    }

    private static ScheduledThreadPoolExecutor thread(String name) {
        ScheduledThreadPoolExecutor executor =
                new ScheduledThreadPoolExecutor(1, DaemonThreads.named(name), new DiscardPolicy());
        executor.setRemoveOnCancelPolicy(true);
        return executor;
    }

    /** Begins a stream without watches. */
    public WatchStream open(WatchClient client) {
        open.incrementAndGet();
        WatchStream stream = new WatchStream(this, client);
        execute(() -> begin(stream));
        return stream;
    }

    /** While no stream is open, changes are not handed over: the first one finds the revision in the keyspace. */
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

    /** Ends all streams, and waits for what is read for them: nobody reads the keyspace afterwards. */
    @Override
    public void close() {
        execute(() -> streams.forEach(WatchStream::closed));
        loop.shutdown();
        // Not by an interrupt, which would close the files of the engine under the readers of others.
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
                if (revision >= watcher.next() && watcher.wants(event) && watcher.collect(occurrence.as(watcher))) {
                    concerned.add(watcher);
                }
            });
        }
        concerned.forEach(this::deliverCollected);
    }

    private void deliverCollected(Watcher watcher) {
        List<Event> events = watcher.takeCollected();
        if (watcher.stream().hasRoom()) {
            watcher.stream().deliver(watcher, events, revision);
        } else {
            synced.remove(watcher);
            watcher.next(revision);
            backlog.add(watcher);
        }
    }

    /** Goes on from a later revision: watchers get what is before it from the keyspace. */
    private void skipTo(long target) {
        long first = revision + 1;
        revision = Math.max(revision, target);
        for (Watcher watcher : List.copyOf(synced.all())) {
            watcher.next(Math.max(watcher.next(), first));
            place(watcher);
        }
        catchUp();
    }

    /** Puts a watcher where it belongs by the revision that it needs next. */
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

    /** Ends a stream that its client has left; the second time does nothing. */
    void forget(WatchStream stream) {
        if (streams.remove(stream)) {
            open.decrementAndGet();
            stream.clear().forEach(this::remove);
        }
    }

    /** Streams that clients have open. */
    public int streams() {
        return open.get();
    }

    /** Watches that clients have open. */
    public int watchers() {
        return syncedCount + behindCount;
    }

    /** Those that have not been given all up to now. */
    public int watchersBehind() {
        return behindCount;
    }

    /**
     * Returns whether a watcher has all up to the hub's revision, and that is not before its start. etcd's client goes on behind a notice of
     * progress: one from before the start would bring it, after a reconnection, events that it has not asked for.
     */
    boolean isUpToDate(Watcher watcher) {
        return synced.contains(watcher) && watcher.next() <= revision + 1;
    }

    void catchUp() {
        backlog.readNext();
    }

    /** All up to it was given to synced watchers. */
    long revision() {
        return revision;
    }

    WatchOptions options() {
        return options;
    }

    /** Whether streams may keep more for clients that do not read. */
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

    private Runnable guarded(Runnable work) {
        return () -> {
            try {
                work.run();
                syncedCount = synced.all().size();
                behindCount = backlog.size();
            } catch (RuntimeException e) {
                LOG.atError().setCause(e).log("work on watches failed");
            }
        };
    }
}

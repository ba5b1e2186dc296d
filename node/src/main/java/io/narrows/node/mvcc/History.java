package io.narrows.node.mvcc;

import io.narrows.node.error.EtcdError;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.Event;
import io.narrows.node.etcd.KeyValue;
import java.io.Closeable;
import java.io.IOException;

/**
 * An iterator over the events of keys, in order, up to the revision at which it was opened. It starts before the first
 * event. Later compactions do not affect it. Must be closed; not thread-safe.
 */
public final class History implements Closeable {
    private final View view;
    private final KeptRevisions changes;

    private History(View view, KeptRevisions changes) {
        this.view = view;
        this.changes = changes;
    }

    static History open(View view, long fromRevision) throws IOException, EtcdException {
        try {
            if (fromRevision < view.compactRevision()) {
                throw new EtcdException(EtcdError.COMPACTED);
            }
            return new History(view, view.history(fromRevision));
        } catch (IOException | EtcdException | RuntimeException | Error e) {
            view.close();
            throw e;
        }
    }

    /** Returns the last revision. */
    public long revision() {
        return view.revision();
    }

    /** Moves to the next event; returns false at the end. */
    public boolean next() throws IOException {
        return changes.next();
    }

    /** Returns the current event. It has the previous value as prev_kv if there was one that is still readable. */
    public Event event() throws IOException {
        Version version = changes.version();
        Event.Builder event = Event.newBuilder();
        if (version.isTombstone()) {
            event.setType(Event.EventType.DELETE)
                    .setKv(KeyValue.newBuilder().setKey(changes.key()).setModRevision(version.revision()));
        } else {
            event.setKv(version.keyValue(changes.key()));
        }
        if (version.revision() - 1 >= view.compactRevision() && version.version() != 1) {
            changes.previous().ifPresent(event::setPrevKv);
        }
        return event.build();
    }

    @Override
    public void close() {
        try {
            changes.close();
        } finally {
            view.close();
        }
    }
}

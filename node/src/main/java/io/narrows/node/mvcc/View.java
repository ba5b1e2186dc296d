package io.narrows.node.mvcc;

import com.google.protobuf.ByteString;
import io.narrows.node.error.EtcdException;
import io.narrows.node.etcd.KeyValue;
import io.narrows.node.etcd.RangeRequest;
import io.narrows.node.etcd.RangeResponse;
import io.narrows.storage.db.ReadOptions;
import io.narrows.storage.db.Snapshot;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A snapshot of the keyspace, valid until it is closed. Not thread-safe. */
public final class View implements Closeable {
    private static final Logger LOG = LoggerFactory.getLogger(View.class);

    private final Store store;
    private final Snapshot snapshot;
    private final StateRecord state;

    private View(Store store, Snapshot snapshot, StateRecord state) {
        this.store = store;
        this.snapshot = snapshot;
        this.state = state;
    }

    /**
     * @param held released when the view is closed
     * @return empty if the current state has been compacted in the meantime
     */
    static Optional<View> open(Current held) throws IOException {
        Snapshot snapshot = held.store().db().snapshot();
        try {
            StateRecord seen = held.state();
            long compacted = held.store().state(ReadOptions.at(snapshot)).compacted();
            View view = new View(held.store(), snapshot, new StateRecord(seen.applied(), seen.revision(), compacted));
            if (compacted <= seen.revision()) {
                return Optional.of(view);
            }
            view.close();
            return Optional.empty();
        } catch (IOException | RuntimeException | Error e) {
            snapshot.close();
            held.store().close();
            throw e;
        }
    }

    public long revision() {
        return state.revision();
    }

    /** Returns the oldest readable revision; -1 if all are readable. */
    public long compactRevision() {
        return state.compacted();
    }

    /**
     * Reads a range; the header only has the revision.
     *
     * @throws EtcdException COMPACTED, FUTURE_REVISION
     */
    public RangeResponse range(RangeRequest request) throws IOException, EtcdException {
        return RangeAnswer.of(request, this::walk, state.resolve(request.getRevision()), state.revision());
    }

    /** Returns the key's version in this view. */
    public Optional<KeyValue> get(ByteString key) throws IOException {
        return store.get(key, state.revision(), ReadOptions.at(snapshot));
    }

    /** Visits all changes retained by compaction, in order. */
    public void forEachRevision(RevisionVisitor visitor) throws IOException {
        try (KeptRevisions kept = revisions(0, revision(), compactRevision())) {
            while (kept.next()) {
                kept.show(visitor);
            }
        }
    }

    /**
     * Returns the hash of {@link Keyspace#hashKv} as of this view.
     *
     * @param revision 0 for that of the view
     * @throws CorruptLatestException if the family {@code latest}, which the hash does not include, is wrong
     * @throws EtcdException COMPACTED, FUTURE_REVISION
     */
    public int hashKv(long revision) throws IOException, EtcdException {
        int hash = hashWithoutLatest(revision);
        checkLatest();
        return hash;
    }

    /** Returns the hash of {@link #hashKv} without checking the family {@code latest}. */
    public int hashWithoutLatest(long revision) throws IOException, EtcdException {
        return KeyHash.of(this, revision);
    }

    /** @throws CorruptLatestException if the family {@code latest} is wrong */
    public void checkLatest() throws IOException {
        store.checkLatest(ReadOptions.at(snapshot));
    }

    public List<LeaseRecord> leases() throws IOException {
        return store.leases(ReadOptions.at(snapshot));
    }

    /** Returns the position of the last log entry in the view. */
    public Applied applied() {
        return state.applied();
    }

    @Override
    public void close() {
        snapshot.close();
        try {
            store.close();
        } catch (IOException e) {
            // The database was replaced, and this was its last reader: data that closing fails to write is not
            // needed again.
            LOG.atWarn().setCause(e).log("cannot close a replaced database");
        }
    }

    StateRecord state() {
        return state;
    }

    /** Returns a cursor over all versions, for repeated lookups. */
    VersionCursor versions() throws IOException {
        return store.versions(ReadOptions.at(snapshot));
    }

    /** @param keptAt of compacted changes, only those live at this revision are included */
    KeptRevisions revisions(long from, long to, long keptAt) throws IOException {
        return revisions(new KeptRevisions.Span(from, to, state.compacted(), keptAt));
    }

    /** Returns all changes from a revision on, deletions at the compact revision included. */
    KeptRevisions history(long from) throws IOException {
        return revisions(new KeptRevisions.Span(from, revision(), state.compacted() - 1, state.compacted()));
    }

    private KeptRevisions revisions(KeptRevisions.Span span) throws IOException {
        RevisionCursor changes = store.revisions(ReadOptions.at(snapshot));
        try {
            return new KeptRevisions(changes, versions(), span);
        } catch (IOException | RuntimeException | Error e) {
            changes.close();
            throw e;
        }
    }

    private void walk(KeyRange range, long revision, Living.Visitor visitor) throws IOException {
        store.walk(range, revision, ReadOptions.at(snapshot), visitor);
    }
}
